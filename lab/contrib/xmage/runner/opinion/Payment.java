package opinion;

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
import java.util.List;
import java.util.UUID;

/** Paying for what the pool does not have: with the permanents that a step names, or else with lands before other permanents. */
final class Payment {

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

    void begin(Case.Played step) {
        byHand.clear();
        spent = step.did().spent();
        // Payment by hand in an earlier step must not keep the pool from paying for this one.
        for (UUID seat : session.seats) session.game.getPlayer(seat).getManaPool().setAutoPayment(true);
        wanted = null;
        made = step.did().made();
        if (made != null) before = pool(step).copy();
        isByHand = step.step().pay().mana() != null;
        if (isByHand) byHand.addAll(step.step().pay().mana());
        else for (String each : step.did().sources()) byHand.add(Case.Ref.to(each));
    }

    /** Returns whether the active mana ability must add a colour, given by XMage's word. */
    boolean wants(String colour) {
        ManaType type = ManaType.findByName(colour);
        if (paying == null || type == null) return false;
        return wanted == null ? paying.testPay(new Mana(type)) : type == wanted;
    }

    private ManaPool pool(Case.Played step) {
        return session.game.getPlayer(session.seats.get(session.things.seat(step.step().by()))).getManaPool();
    }

    /** Returns how much mana of a kind (its letter, symbol or word) this step has still to make, as it did on floorjudge's engine. */
    int missing(String kind) {
        char letter = Things.letter(kind).charAt(0);
        ManaType type = Things.MANA.get(letter);
        if (made == null || type == null) return 0;
        return Math.max(0, (int) made.chars().filter(each -> each == letter).count() - (pool(session.doing).get(type) - before.get(type)));
    }

    boolean isKnown() {
        return spent != null;
    }

    /** Pays with what floorjudge's engine has spent, mana by mana, from the pool or else from the next source; when that is over, with any. */
    private void asThere(ScriptedPlayer player, List<ManaCost> parts, Game game) {
        ManaPool held = player.getManaPool();
        wanted = spent.isEmpty() ? null : Things.MANA.get(spent.charAt(0));
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
            asThere(player, parts, game);
            return true;
        }
        for (ManaCost part : parts) if (named(player, part, game, false)) return true;
        // Costs beyond tapping come last, as on floorjudge's engine.
        if (!isByHand) for (boolean anyCost : new boolean[]{false, true}) for (ManaCost part : parts) if (any(player, part, game, anyCost)) return true;
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

    /** Taps a permanent for mana before the cost is due, if it is among those that pay; returns whether that was possible. */
    boolean tapAhead(ScriptedPlayer player, Permanent source, Game game) {
        for (Case.Ref ref : byHand) {
            if (!session.things.meant(ref, session.things.permanents()).contains(source.getId())) continue;
            wanted = !isKnown() || spent.isEmpty() ? null : Things.MANA.get(spent.charAt(0));
            if (!tap(player, source, new GenericManaCost(1), game, true, true)) return false;
            byHand.remove(ref);
            return true;
        }
        return false;
    }

    private boolean any(ScriptedPlayer player, ManaCost part, Game game, boolean anyCost) {
        List<Permanent> sources = new ArrayList<>(session.things.permanents().stream().map(game::getPermanent).toList());
        sources.removeIf(each -> !each.isControlledBy(player.getId()) || ability(player, each, part, game, anyCost, false) == null);
        sources.sort(Comparator.comparing(permanent -> permanent.isLand(game) ? 0 : 1));
        List<String> names = sources.stream().map(Permanent::getName).distinct().toList();
        if (names.size() > (anyCost ? 0 : 1)) session.doubt("no step says which of these pays: " + names);
        for (Permanent source : sources) if (tap(player, source, part, game, anyCost, false)) return true;
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
