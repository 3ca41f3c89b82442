package opinion;

import com.google.gson.JsonPrimitive;
import mage.abilities.ActivatedAbility;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpellAbility;
import mage.abilities.costs.mana.GenericManaCost;
import mage.cards.Card;
import mage.constants.Zone;
import mage.game.Game;
import mage.game.permanent.Permanent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Activating an ability, casting a spell, or playing a land. */
final class Action {

    private static final Pattern COLOUR = Pattern.compile("\\{([WUBRG])}");

    private final Session session;
    private final ScriptedPlayer player;
    private final Case.Step step;
    private final Game game;

    Action(Session session, ScriptedPlayer player) {
        this.session = session;
        this.player = player;
        this.step = session.doing.step();
        this.game = session.game;
    }

    /** Does the action; returns whether XMage allowed it. */
    boolean take() {
        List<ActivatedAbility> fitting = step.kind().equals("activate") ? onTheBattlefield() : new ArrayList<>();
        if (fitting.isEmpty() && step.kind().equals("activate") && tappedAhead()) fitting = onTheBattlefield();
        if (fitting.isEmpty()) fitting = anywhere();
        if (fitting.isEmpty()) {
            session.cannot("only these are possible: " + possible());
            return false;
        }
        if (rules(fitting).size() > 1) keepPayable(fitting);
        if (rules(fitting).size() > 1) keepOfNamedColours(fitting);
        if (rules(fitting).size() > 1) session.doubt("the first of several was taken: " + rules(fitting));
        int mark = game.bookmarkState();
        ActivatedAbility ability = fitting.get(0);
        boolean isKnown = session.payment.isKnown(), inSeveralWays = !isKnown && mayPayInSeveralWays(ability);
        player.getManaPool().setAutoPayment(!isKnown);
        if (player.activateAbility(ability.copy(), game)) {
            // Where all of it was spent, there was no choice.
            if (inSeveralWays && player.getManaPool().getMana().count() > 0) session.doubt("no step says which mana in the pool pays");
            game.removeBookmark(mark);
            return true;
        }
        game.restoreState(mark, "it could not be done");
        session.cannot("it is not allowed: " + ability);
        return false;
    }

    private boolean mayPayInSeveralWays(ActivatedAbility ability) {
        boolean generic = ability.getManaCosts().stream().anyMatch(GenericManaCost.class::isInstance);
        return generic && Things.MANA.values().stream().filter(type -> player.getManaPool().get(type) > 0).count() > 1;
    }

    /** XMage has “{T}: Add {G} or {W}” as two abilities; floorjudge's engine asks which colour. */
    private void keepOfNamedColours(List<ActivatedAbility> fitting) {
        Set<String> named = session.answers.colours(player, fitting.stream().map(Action::colours).toList());
        if (named != null) fitting.removeIf(ability -> !colours(ability).equals(named));
    }

    private static Set<String> colours(ActivatedAbility ability) {
        Set<String> found = new LinkedHashSet<>();
        String[] costAndEffect = Things.plain(ability.getRule()).split(": Add ", 2);
        if (costAndEffect.length > 1) COLOUR.matcher(costAndEffect[1]).results().forEach(each -> found.add(each.group(1)));
        return found;
    }

    private static Set<String> rules(List<ActivatedAbility> abilities) {
        return abilities.stream().map(ability -> Things.plain(ability.getRule())).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A step need not say which ability when only one of them can be paid for. */
    private void keepPayable(List<ActivatedAbility> abilities) {
        Set<String> payable = player.getPlayable(game, true, Zone.ALL, false).stream().map(each -> each.getSourceId() + each.getRule()).collect(Collectors.toSet());
        if (abilities.stream().anyMatch(each -> payable.contains(each.getSourceId() + each.getRule())))
            abilities.removeIf(each -> !payable.contains(each.getSourceId() + each.getRule()));
    }

    /** The abilities of the first permanent that is meant and has one that fits and can be activated. */
    private List<ActivatedAbility> onTheBattlefield() {
        for (UUID id : session.things.meant(step.source(), session.things.permanents())) {
            Permanent permanent = game.getPermanent(id);
            List<ActivatedAbility> all = new ArrayList<>(permanent.getAbilities(game).getActivatedAbilities(Zone.BATTLEFIELD));
            all.removeIf(ability -> ability instanceof SpellAbility || ability instanceof PlayLandAbility);
            List<ActivatedAbility> found = chosen(all);
            found.removeIf(ability -> !ability.canActivate(player.getId(), game).canActivate());
            if (!found.isEmpty()) return found;
        }
        return new ArrayList<>();
    }

    /** Mana comes before costs (CR 601.2g), so a creature that makes it is tapped when {Q} is paid; XMage looks before, so it is tapped first. */
    private boolean tappedAhead() {
        for (UUID id : session.things.meant(step.source(), session.things.permanents()))
            if (session.payment.tapAhead(player, game.getPermanent(id), game)) return true;
        return false;
    }

    private List<ActivatedAbility> anywhere() {
        List<ActivatedAbility> possible = new ArrayList<>(player.getPlayable(game, true, Zone.ALL, false));
        possible.removeIf(ability -> !step.kind().equals(ability instanceof PlayLandAbility ? "play" : ability instanceof SpellAbility ? "cast" : "activate"));
        Set<UUID> sources = possible.stream().map(ActivatedAbility::getSourceId).collect(Collectors.toCollection(LinkedHashSet::new));
        for (UUID source : session.things.meant(step.source(), sources)) {
            List<ActivatedAbility> found = chosen(possible.stream().filter(ability -> ability.getSourceId().equals(source) && isNamedFace(ability)).toList());
            if (!found.isEmpty()) return found;
        }
        return new ArrayList<>();
    }

    /** Of a card with two halves, the half that is named. */
    private boolean isNamedFace(ActivatedAbility ability) {
        Card card = game.getCard(ability.getSourceId());
        if (!(ability instanceof SpellAbility) || card == null) return true;
        String cast = Things.fold(((SpellAbility) ability).getCardName());
        String words = Things.fold(step.source().words());
        return !card.getMainCard().getName().contains(" // ") || words.contains(" // ") || cast.equals(words) || words.isEmpty()
                || session.things.labels.containsKey(step.source().words());
    }

    private List<ActivatedAbility> chosen(List<ActivatedAbility> all) {
        List<ActivatedAbility> found = new ArrayList<>();
        // XMage counts abilities otherwise; their costs are the same in both.
        String cost = cost(session.doing.did().words());
        if (cost != null) for (ActivatedAbility ability : all) if (cost.equals(cost(Things.plain(ability.getRule())))) found.add(ability);
        if (found.size() == 1) return found;
        JsonPrimitive wanted = step.ability();
        if (wanted == null) return new ArrayList<>(all);
        found.clear();
        for (int i = 0; i < all.size(); i++) {
            String rule = Things.fold(Things.plain(all.get(i).getRule()) + " " + Things.plain(all.get(i).toString()));
            if (wanted.isNumber() ? i == wanted.getAsInt() : rule.contains(Things.fold(wanted.getAsString()))) found.add(all.get(i));
        }
        return found;
    }

    private static String cost(String words) {
        // “~” is how floorjudge writes a permanent in its own words, “{this}” how XMage does.
        return words == null || !words.contains(":") ? null : Things.fold(words.substring(0, words.indexOf(':'))).replace("{this}", "~");
    }

    private String possible() {
        return Things.listed(player.getPlayable(game, true, Zone.ALL, true), each -> session.things.name(each.getSourceId()) + " (" + Things.plain(each.toString()) + ")");
    }
}
