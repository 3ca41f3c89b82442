package opinion;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import mage.Mana;
import mage.abilities.ActivatedAbility;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.costs.mana.GenericManaCost;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.costs.mana.ManaCosts;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.constants.ManaType;
import mage.constants.Zone;
import mage.game.Game;
import mage.game.permanent.Permanent;
import mage.players.ManaPool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Paying for what the pool does not have: with the permanents that a step names, or else with lands before other permanents. */
final class Payment {

    /** As XMage lists the types of mana. */
    private static final String LETTERS = "BUGRW-C";

    private final Session session;
    private final List<Case.Ref> byHand = new ArrayList<>();
    private boolean isByHand;
    private String spent;
    private ManaCost paying;
    private ManaType wanted;
    private String made;
    private ManaPool before;

    Payment(Session session) {
        this.session = session;
    }

    void begin(Case.Step step) {
        byHand.clear();
        isByHand = false;
        spent = Case.text(step.did(), "spent");
        // What was paid by hand before must not keep what is asked for now from being paid with what is in the pool.
        for (UUID seat : session.seats) session.game.getPlayer(seat).getManaPool().setAutoPayment(true);
        wanted = null;
        made = Case.text(step.did(), "made");
        if (made != null) before = pool(step).copy();
        for (JsonElement each : Case.list(step.did(), "sources")) byHand.add(Case.Ref.read(each));
        if (!step.given.has("pay")) return;
        JsonObject pay = step.given.getAsJsonObject("pay");
        isByHand = pay.has("mana");
        if (isByHand) byHand.clear();
        for (JsonElement each : Case.list(pay, "mana")) byHand.add(Case.Ref.read(each));
    }

    /** Says whether a colour, in XMage's word, is what the mana ability that is being activated has to add. */
    boolean wants(String colour) {
        ManaType type = ManaType.findByName(colour);
        if (paying == null || type == null) return false;
        return wanted == null ? paying.testPay(new Mana(type)) : type == wanted;
    }

    private ManaPool pool(Case.Step step) {
        return session.game.getPlayer(session.seats.get(session.things.seat(step.given.get("by").getAsString()))).getManaPool();
    }

    /** Says whether a colour, in XMage's word, is still missing of what floorjudge's engine has made with this mana ability. */
    boolean isMissing(String colour) {
        return ManaType.findByName(colour) != null && missing(List.of(colour)).get(0) > 0;
    }

    /** How much mana of each kind (a letter, or a word) is still missing of what floorjudge's engine has made in this step. */
    List<Integer> missing(List<String> kinds) {
        List<Integer> found = new ArrayList<>();
        for (String kind : kinds) {
            char letter = Things.letter(kind).charAt(0);
            int place = LETTERS.indexOf(letter);
            int there = made == null || place < 0 ? 0 : pool(session.doing).get(ManaType.values()[place]) - before.get(ManaType.values()[place]);
            found.add(made == null ? 0 : Math.max(0, (int) made.chars().filter(each -> each == letter).count() - there));
        }
        return found;
    }

    boolean isKnown() {
        return spent != null;
    }

    /** Pays with what floorjudge's engine has spent, mana by mana, from the pool or else from the next source; when that is over, with any. */
    private void asThere(ScriptedPlayer player, List<ManaCost> parts, Game game) {
        ManaPool held = player.getManaPool();
        wanted = spent.isEmpty() ? null : ManaType.values()[LETTERS.indexOf(spent.charAt(0))];
        if (wanted != null && held.get(wanted) > 0) {
            held.unlockManaType(wanted);
            spent = spent.substring(1);
            return;
        }
        if (wanted != null) for (ManaCost part : parts) if (named(player, part, game, false)) return;
        // What pays may come of an ability that triggers on the tapping.
        if (wanted != null) for (ManaCost part : parts) if (named(player, part, game, true)) return;
        wanted = null;
        held.setAutoPayment(true);
    }

    boolean pay(ScriptedPlayer player, ManaCost unpaid, Game game) {
        List<ManaCost> parts = new ArrayList<>();
        if (unpaid instanceof ManaCosts) for (Object part : (ManaCosts<?>) unpaid) parts.add((ManaCost) part);
        else parts.add(unpaid);
        parts.removeIf(ManaCost::isPaid);
        // What must be of a colour comes before what any mana pays.
        parts.sort(Comparator.comparing(part -> part instanceof GenericManaCost ? 1 : 0));
        if (!player.getManaPool().isAutoPayment()) {
            if (isKnown()) asThere(player, parts, game);
            else player.getManaPool().setAutoPayment(true); // an earlier step had turned it off
            return true;
        }
        for (ManaCost part : parts) if (isByHand ? named(player, part, game, false) : any(player, part, game)) return true;
        // Only then what costs more than tapping: floorjudge's engine pays with it by itself as well.
        for (ManaCost part : parts)
            for (UUID id : session.things.permanents())
                if (!isByHand && tap(player, game.getPermanent(id), part, game, true, false)) {
                    session.doubt("no step says that this is paid with " + session.things.name(id));
                    return true;
                }
        session.cannot("this cannot be paid: " + unpaid.getText());
        return false;
    }

    private boolean named(ScriptedPlayer player, ManaCost part, Game game, boolean anyMana) {
        for (Case.Ref ref : byHand)
            for (UUID id : session.things.meant(ref, session.things.permanents()))
                if (tap(player, game.getPermanent(id), part, game, true, anyMana)) {
                    byHand.remove(ref);
                    return true;
                }
        return false;
    }

    /** Takes the mana of a permanent before what it pays for, where it is among those that pay; says whether it could. */
    boolean tapAhead(ScriptedPlayer player, Permanent source, Game game) {
        for (Case.Ref ref : byHand) {
            if (!session.things.meant(ref, session.things.permanents()).contains(source.getId())) continue;
            wanted = !isKnown() || spent.isEmpty() ? null : ManaType.values()[LETTERS.indexOf(spent.charAt(0))];
            if (!tap(player, source, new GenericManaCost(1), game, true, true)) return false;
            byHand.remove(ref);
            return true;
        }
        return false;
    }

    private boolean any(ScriptedPlayer player, ManaCost part, Game game) {
        List<Permanent> sources = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (UUID id : session.things.permanents()) {
            Permanent permanent = game.getPermanent(id);
            if (!permanent.isControlledBy(player.getId()) || ability(player, permanent, part, game, false, false) == null) continue;
            sources.add(permanent);
            names.add(permanent.getName());
        }
        if (names.size() > 1) session.doubt("paid with the first of " + names);
        sources.sort(Comparator.comparing(permanent -> permanent.isLand(game) ? 0 : 1));
        for (Permanent source : sources) if (tap(player, source, part, game, false, false)) return true;
        return false;
    }

    private boolean tap(ScriptedPlayer player, Permanent source, ManaCost part, Game game, boolean anyCost, boolean anyMana) {
        if (source == null || !source.isControlledBy(player.getId())) return false;
        ActivatedAbility ability = ability(player, source, part, game, anyCost, anyMana);
        if (ability == null) return false;
        paying = part;
        try {
            return player.activateAbility(ability.copy(), game);
        } finally {
            paying = null;
        }
    }

    /** An ability that pays; unless any cost will do, one that costs nothing but tapping. */
    private ActivatedAbility ability(ScriptedPlayer player, Permanent source, ManaCost part, Game game, boolean anyCost, boolean anyMana) {
        if (source.isTapped()) return null;
        for (ActivatedManaAbilityImpl ability : source.getAbilities(game).getActivatedManaAbilities(Zone.BATTLEFIELD)) {
            boolean onlyTaps = ability.getCosts().size() == 1 && ability.getCosts().get(0) instanceof TapSourceCost && ability.getManaCosts().isEmpty();
            if (!onlyTaps && !anyCost || !ability.canActivate(player.getId(), game).canActivate()) continue;
            for (Mana mana : ability.getNetMana(game)) if (anyMana || part.testPay(mana)) return ability;
        }
        return null;
    }
}
