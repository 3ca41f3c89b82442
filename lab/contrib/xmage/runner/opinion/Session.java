package opinion;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import mage.cards.decks.Deck;
import mage.constants.MultiplayerAttackOption;
import mage.constants.PhaseStep;
import mage.constants.RangeOfInfluence;
import mage.game.FreeForAll;
import mage.game.Game;
import mage.game.GameOptions;
import mage.game.TwoPlayerDuel;
import mage.game.mulligan.MulliganType;
import mage.game.permanent.Permanent;
import mage.game.turn.TurnMod;
import mage.players.Player;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One case being played: whenever XMage gives somebody priority, the next step is done or the player passes. */
final class Session {

    private static final int MOST_RESOLVED = 500;

    /** The case that is being played; XMage's copies of players have no other way to it. */
    static Session now;

    /** Thrown out of XMage's loop when every step is done, or one cannot be. */
    private static final class Done extends Error {
        Done() {
            super("done", null, false, false);
        }
    }

    final Case given;
    final CardClasses cards;
    final Things things = new Things(this);
    final Answers answers = new Answers(this);
    final Payment payment = new Payment(this);
    final Combat combat = new Combat(this);
    final List<UUID> seats = new ArrayList<>();
    final List<Map<String, Long>> changes = new ArrayList<>();
    Map<String, Long> changedBefore;
    final List<String> doubts = new ArrayList<>();
    JsonObject end;
    JsonObject cannot;
    Game game;
    boolean ready;

    Case.Step doing;
    private boolean placed;
    private int next;
    private boolean acted, passed;
    private UUID waitsFor;
    private int resolved;
    private int asked;
    private String began;
    private int newest;
    private int doubtsBefore;
    private Map<String, Long> before;

    Session(Case given, CardClasses cards) {
        this.given = given;
        this.cards = cards;
        now = this;
    }

    void doubt(String why) {
        // What comes after something impossible says nothing of the script.
        if (cannot != null) return;
        String place = doing == null ? "" : doing.place() + ": ";
        if (doubts.size() < 20) doubts.add(place + Things.plain(why) + ".");
    }

    /** Something that the rules do not let be done; whatever comes after it follows from it. */
    void cannot(String why) {
        if (cannot != null) return;
        cannot = place();
        cannot.addProperty("why", Things.plain(why));
    }

    // Playing.

    void play() throws IOException {
        cards.compile(Board.names(given));
        game = given.players == 2
                ? new TwoPlayerDuel(MultiplayerAttackOption.LEFT, RangeOfInfluence.ALL, MulliganType.GAME_DEFAULT.getMulligan(0), 0, 20, 7)
                : new FreeForAll(MultiplayerAttackOption.MULTIPLE, RangeOfInfluence.ALL, MulliganType.GAME_DEFAULT.getMulligan(0), 20, 7);
        for (String name : given.names) {
            ScriptedPlayer player = new ScriptedPlayer(name);
            player.setTestMode(true);
            game.addPlayer(player, new Deck());
            seats.add(player.getId());
        }
        GameOptions options = new GameOptions();
        options.testMode = true;
        options.skipInitShuffling = true;
        options.rollbackTurnsAllowed = false;
        game.setGameOptions(options);
        UUID first = seats.get(Case.number(given.given, "turn_of", 0));
        if (given.players > 2) game.getState().getTurnMods().add(new TurnMod(first).withSkipStep(PhaseStep.DRAW));
        try {
            game.start(first);
            if (!placed) throw new NotPlayed("The game was over before the position was reached.");
            end = over();
        } catch (Done done) {
            // The script is over and the game is not.
        }
    }

    private JsonObject over() {
        JsonObject found = place();
        boolean won = seats.stream().anyMatch(seat -> game.getPlayer(seat).hasWon());
        JsonArray players = new JsonArray();
        for (UUID seat : seats) {
            Player player = game.getPlayer(seat);
            players.add(player.hasWon() ? "won" : won ? "lost" : "drew");
        }
        found.add("players", players);
        return found;
    }

    private JsonObject place() {
        JsonObject found = new JsonObject();
        found.addProperty("iteration", doing == null ? 0 : doing.iteration);
        found.addProperty("step", doing == null ? 0 : doing.index);
        return found;
    }

    /** What XMage's player does with priority: true to be asked again, false after passing. */
    boolean priority(ScriptedPlayer player, Game current) {
        game = current;
        if (++asked > given.most) throw new NotPlayed("Its players would have priority more than " + given.most + " times.");
        if (!placed) {
            PhaseStep begins = step(Case.text(given.given, "step"));
            // With the pass that leads to them, attackers are asked for.
            if (begins == PhaseStep.DECLARE_ATTACKERS) begins = PhaseStep.BEGIN_COMBAT;
            boolean here = game.getTurnStepType() == begins
                    && seats.indexOf(game.getActivePlayerId()) == Case.number(given.given, "turn_of", 0)
                    && game.isActivePlayer(player.getId());
            if (!here) return pass(player);
            placed = true;
            new Board(this).setUp();
            ready = true;
            return true;
        }
        // Without attackers, floorjudge's engine gives nobody priority in this step (docs/upstream), so the steps have nothing for it.
        boolean nobodyAttacks = game.getTurnStepType() == PhaseStep.DECLARE_ATTACKERS && game.getCombat().getAttackers().isEmpty();
        if (nobodyAttacks && game.getStack().isEmpty() && combat.wasDeclared()) return pass(player);
        if (before == null) before = Amounts.of(this, game);
        while (true) {
            if (doing == null) begin();
            Boolean answer = go(player);
            if (answer != null) return answer;
            finish();
        }
    }

    private boolean pass(ScriptedPlayer player) {
        player.pass(game);
        return false;
    }

    // Steps, one after the other.

    private void begin() {
        while (true) {
            if (next >= given.steps.size()) throw new Done();
            doing = given.steps.get(next++);
            if (!doing.kind.equals("choose")) break;
            if (!answers.wasAsked(doing)) wasNotAsked(doing);
            ended(doing);
        }
        acted = passed = false;
        waitsFor = null;
        resolved = 0;
        began = turnAndStep();
        newest = newest();
        doubtsBefore = doubts.size();
        answers.begin(doing);
        payment.begin(doing);
    }

    private void wasNotAsked(Case.Step step) {
        String forbidden = answers.notAmong(step);
        if (forbidden == null) {
            doubt("“" + step.given.get("answer") + "” was not asked for");
            return;
        }
        // That XMage was left without an answer is nothing beside it.
        doubts.subList(doubtsBefore, doubts.size()).clear();
        cannot(forbidden);
        throw new Done();
    }

    private void finish() {
        Case.Step step = doing;
        doing = null;
        String label = Case.text(step.given, "as");
        if (label != null)
            things.permanents().stream().filter(id -> game.getPermanent(id).getCreateOrder() > newest).findFirst()
                    .ifPresent(id -> things.labels.put(label, id));
        ended(step);
    }

    private void ended(Case.Step step) {
        if (!step.last) return;
        Map<String, Long> after = Amounts.of(this, game);
        if (step.iteration > 0) changes.add(Amounts.changes(before, after));
        else changedBefore = Amounts.changes(before, after);
        before = after;
    }

    /** The steps that only answer, and follow the one that is being done: XMage may ask for their answers now. */
    List<Case.Step> coming() {
        List<Case.Step> found = new ArrayList<>();
        for (int i = next; i < given.steps.size() && given.steps.get(i).kind.equals("choose"); i++) found.add(given.steps.get(i));
        return found;
    }

    private int newest() {
        return game.getBattlefield().getAllActivePermanents().stream().mapToInt(Permanent::getCreateOrder).max().orElse(0);
    }

    private String turnAndStep() {
        return game.getTurnNum() + " " + game.getTurnStepType() + " " + game.getActivePlayerId();
    }

    private RuntimeException stuck(String why) {
        doubt(why);
        throw new Done();
    }

    /** Goes on with a step: what `priority` answers, or null when the step is done. */
    private Boolean go(ScriptedPlayer player) {
        switch (doing.kind) {
            case "activate", "cast", "play" -> {
                if (acted) return null;
                if (isAnothers(player)) return waitForTheOther(player);
                if (!new Action(this, player, doing).take()) throw new Done();
                acted = true;
                return true;
            }
            case "pass" -> {
                if (passed) return null;
                if (isAnothers(player)) return waitForTheOther(player);
                passed = true;
                return pass(player);
            }
            case "resolve" -> {
                if (waitsFor == null) {
                    if (game.getStack().isEmpty()) {
                        cannot("nothing is on the stack");
                        throw new Done();
                    }
                    waitsFor = game.getStack().getFirst().getId();
                } else if (game.getStack().getStackObject(waitsFor) == null) return null;
                return pass(player);
            }
            case "resolve all" -> {
                if (game.getStack().isEmpty()) {
                    if (resolved == 0) doubt("nothing was on the stack");
                    return null;
                }
                UUID top = game.getStack().getFirst().getId();
                if (!top.equals(waitsFor) && resolved++ >= MOST_RESOLVED) throw stuck("more than " + MOST_RESOLVED + " objects resolved");
                waitsFor = top;
                return pass(player);
            }
            case "to step" -> {
                boolean there = game.getTurnStepType() == step(Case.text(doing.given, "step")) && game.getStack().isEmpty();
                return there && !turnAndStep().equals(began) ? null : (Boolean) pass(player);
            }
            case "attack", "block" -> {
                return combat.isDeclared(doing) ? null : (Boolean) pass(player);
            }
            default -> throw new NotPlayed("It knows no step “" + doing.kind + "”.");
        }
    }

    private boolean isAnothers(ScriptedPlayer player) {
        return doing.given.has("by") && things.seat(doing.given.get("by").getAsString()) != seats.indexOf(player.getId());
    }

    /** Passes until the player whose step it is has priority. */
    private boolean waitForTheOther(ScriptedPlayer player) {
        UUID top = game.getStack().isEmpty() ? null : game.getStack().getFirst().getId();
        if (!turnAndStep().equals(began) || passed && !java.util.Objects.equals(top, waitsFor))
            throw stuck("its player did not get priority in time");
        passed = true;
        waitsFor = top;
        return pass(player);
    }

    /** In XMage attackers are asked for within the pass that leads there; floorjudge has that pass as a step of its own. */
    void goOnTo(String kind) {
        boolean passes = doing != null && (passed || doing.kind.equals("to step")) && !doing.kind.equals(kind);
        if (passes && next < given.steps.size() && given.steps.get(next).kind.equals(kind)) {
            finish();
            begin();
        }
    }

    static PhaseStep step(String name) {
        return switch (name == null ? "main" : name.toLowerCase()) {
            case "upkeep" -> PhaseStep.UPKEEP;
            case "draw" -> PhaseStep.DRAW;
            case "main" -> PhaseStep.PRECOMBAT_MAIN;
            case "beginning of combat" -> PhaseStep.BEGIN_COMBAT;
            case "declare attackers" -> PhaseStep.DECLARE_ATTACKERS;
            case "end of combat" -> PhaseStep.END_COMBAT;
            case "second main" -> PhaseStep.POSTCOMBAT_MAIN;
            case "end step" -> PhaseStep.END_TURN;
            default -> throw new NotPlayed("It knows no step of a turn “" + name + "”.");
        };
    }
}
