package opinion;

import mage.cards.decks.Deck;
import mage.constants.MultiplayerAttackOption;
import mage.constants.PhaseStep;
import mage.constants.RangeOfInfluence;
import mage.game.FreeForAll;
import mage.game.Game;
import mage.game.GameOptions;
import mage.game.mulligan.MulliganType;
import mage.game.permanent.Permanent;
import mage.game.turn.TurnMod;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Plays one case: whenever XMage gives a player priority, the next step is done or the player passes. */
final class Session {

    /** The case that is being played; XMage's copies of players have no other way to it. */
    static Session now;
    /** How many objects one step resolves, which may double with each, before it is a doubt. */
    private static final int MOST_RESOLVED = 500;

    /** Thrown out of XMage's loop when every step is done, or one cannot be. */
    private static final class Done extends Error {
        Done() {
            super("done", null, false, false);
        }
    }

    /** The end of the game: in which iteration and step, and the fate of each player. */
    record End(int iteration, int step, List<String> players) {
    }

    /** A step that the rules do not allow. */
    record Impossible(int iteration, int step, String why) {
    }

    final Case given;
    final CardClasses cards;
    final Things things = new Things(this);
    final Answers answers = new Answers(this);
    final Payment payment = new Payment(this);
    final List<UUID> seats = new ArrayList<>();
    final List<Map<String, Long>> changes = new ArrayList<>();
    Map<String, Long> changedBefore;
    final List<String> doubts = new ArrayList<>();
    End end;
    Impossible cannot;
    Game game;
    boolean ready;

    Case.Played doing;
    private final List<Case.Played> script = new ArrayList<>();
    private Case.Played attacked;
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
        add(given.before(), 0);
        for (int iteration = 1; iteration <= given.iterations(); iteration++) add(given.body(), iteration);
    }

    private void add(List<Case.Step> steps, int iteration) {
        for (int i = 0; i < steps.size(); i++) script.add(new Case.Played(steps.get(i), iteration, i, i == steps.size() - 1));
    }

    void doubt(String why) {
        // What comes after something impossible says nothing of the script.
        if (cannot != null) return;
        String place = doing == null ? "" : doing.place() + ": ";
        if (doubts.size() < 20) doubts.add(place + Things.plain(why) + ".");
    }

    /** Notes the first step that the rules do not allow; whatever comes after it follows from it. */
    void cannot(String why) {
        if (cannot == null) cannot = new Impossible(iteration(), index(), Things.plain(why));
    }

    private int iteration() {
        return doing == null ? 0 : doing.iteration();
    }

    private int index() {
        return doing == null ? 0 : doing.index();
    }

    // Playing.

    void play() throws IOException {
        cards.compile(Board.names(given.position()));
        game = new FreeForAll(MultiplayerAttackOption.MULTIPLE, RangeOfInfluence.ALL, MulliganType.GAME_DEFAULT.getMulligan(0), 20, 7);
        for (String name : given.position().names()) {
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
        UUID first = seats.get(given.position().turn_of());
        game.getState().getTurnMods().add(new TurnMod(first).withSkipStep(PhaseStep.DRAW));
        try {
            game.start(first);
            if (!placed) throw new NotPlayed("The game was over before the position was reached.");
            end = over();
        } catch (Done done) {
            // The script is over and the game is not.
        }
    }

    private End over() {
        boolean won = seats.stream().anyMatch(seat -> game.getPlayer(seat).hasWon());
        return new End(iteration(), index(), seats.stream().map(seat -> game.getPlayer(seat).hasWon() ? "won" : won ? "lost" : "drew").toList());
    }

    /** What XMage's player does with priority: true to be asked again, false after passing. */
    boolean priority(ScriptedPlayer player, Game current) {
        game = current;
        if (++asked > given.most()) throw new NotPlayed("Its players would have priority more than " + given.most() + " times.");
        if (!placed) {
            PhaseStep begins = step(given.position().step());
            // With the pass that leads to them, attackers are asked for.
            if (begins == PhaseStep.DECLARE_ATTACKERS) begins = PhaseStep.BEGIN_COMBAT;
            boolean here = game.getTurnStepType() == begins
                    && seats.indexOf(game.getActivePlayerId()) == given.position().turn_of()
                    && game.isActivePlayer(player.getId());
            if (!here) return pass(player);
            placed = true;
            new Board(this).setUp();
            ready = true;
            return true;
        }
        // Without attackers, floorjudge's engine gives no player priority in this step (docs/upstream), so no step is for it.
        boolean noAttackers = game.getTurnStepType() == PhaseStep.DECLARE_ATTACKERS && game.getCombat().getAttackers().isEmpty();
        if (noAttackers && game.getStack().isEmpty() && attacked != null) return pass(player);
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
            if (next >= script.size()) throw new Done();
            doing = script.get(next++);
            if (!doing.step().kind().equals("choose")) break;
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

    private void wasNotAsked(Case.Played step) {
        String forbidden = answers.notAmong(step);
        if (forbidden == null) {
            doubt("“" + Answers.words(step.step().choose().get(0)) + "” was not asked for");
            return;
        }
        // Doubts about unanswered questions follow from it.
        doubts.subList(doubtsBefore, doubts.size()).clear();
        cannot(forbidden);
        throw new Done();
    }

    private void finish() {
        Case.Played step = doing;
        doing = null;
        String label = step.step().label();
        if (label != null)
            things.permanents().stream().filter(id -> game.getPermanent(id).getCreateOrder() > newest).findFirst()
                    .ifPresent(id -> things.labels.put(label, id));
        ended(step);
    }

    private void ended(Case.Played step) {
        if (!step.last()) return;
        Map<String, Long> after = Amounts.of(this, game);
        if (step.iteration() > 0) changes.add(Amounts.changes(before, after));
        else changedBefore = Amounts.changes(before, after);
        before = after;
    }

    /** The steps that only answer, and follow the one that is being done: XMage may ask for their answers now. */
    List<Case.Played> coming() {
        return script.subList(next, script.size()).stream().takeWhile(each -> each.step().kind().equals("choose")).toList();
    }

    private int newest() {
        return game.getBattlefield().getAllActivePermanents().stream().mapToInt(Permanent::getCreateOrder).max().orElse(0);
    }

    private String turnAndStep() {
        return game.getTurnNum() + " " + game.getTurnStepType() + " " + game.getActivePlayerId();
    }

    private Done stuck(String why) {
        doubt(why);
        return new Done();
    }

    /** Goes on with a step: what `priority` answers, or null when the step is done. */
    private Boolean go(ScriptedPlayer player) {
        switch (doing.step().kind()) {
            case "activate", "cast", "play" -> {
                if (acted) return null;
                if (isAnothers(doing.step(), player)) return waitForTheOther(player);
                if (!new Action(this, player).take()) throw new Done();
                acted = true;
                return true;
            }
            case "pass" -> {
                if (passed) return null;
                if (isAnothers(doing.step(), player)) return waitForTheOther(player);
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
                boolean there = game.getTurnStepType() == step(doing.step().step()) && game.getStack().isEmpty();
                return there && !turnAndStep().equals(began) ? null : (Boolean) pass(player);
            }
            case "attack" -> {
                return doing == attacked ? null : (Boolean) pass(player);
            }
            default -> throw new NotPlayed("It does no step “" + doing.step().kind() + "”.");
        }
    }

    boolean isAnothers(Case.Step step, ScriptedPlayer player) {
        return step.by() != null && things.seat(step.by()) != seats.indexOf(player.getId());
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

    /** Declares the attackers of the step; XMage asks for them within the pass that leads there, which floorjudge has as a step of its own. */
    void attack(ScriptedPlayer player) {
        boolean passes = doing != null && (passed || doing.step().kind().equals("to step"));
        if (passes && next < script.size() && script.get(next).step().kind().equals("attack")) {
            finish();
            begin();
        }
        if (doing == null || !doing.step().kind().equals("attack")) return;
        attacked = doing;
        List<UUID> left = things.permanents();
        left.removeIf(id -> !game.getPermanent(id).isControlledBy(player.getId()));
        for (Case.Attack attack : doing.step().attackers()) {
            UUID whom = game.getCombat().getDefenders().stream().filter(id -> attack.whom() == null || things.fits(attack.whom(), id)).findFirst().orElse(null);
            UUID attacker = things.meant(attack.attacker(), left).stream().filter(id -> game.getPermanent(id).canAttack(whom, game)).findFirst().orElse(null);
            if (whom == null || attacker == null) doubt("it cannot attack: " + attack.attacker().words());
            else {
                left.remove(attacker);
                player.declareAttacker(attacker, whom, game, false);
            }
        }
    }

    static PhaseStep step(String name) {
        return switch (name.toLowerCase()) {
            case "upkeep" -> PhaseStep.UPKEEP;
            case "draw" -> PhaseStep.DRAW;
            case "main" -> PhaseStep.PRECOMBAT_MAIN;
            case "beginning of combat" -> PhaseStep.BEGIN_COMBAT;
            case "declare attackers" -> PhaseStep.DECLARE_ATTACKERS;
            case "end of combat" -> PhaseStep.END_COMBAT;
            case "second main" -> PhaseStep.POSTCOMBAT_MAIN;
            case "end step" -> PhaseStep.END_TURN;
            default -> throw new NotPlayed("It does no step of a turn “" + name + "”.");
        };
    }
}
