package opinion;

import com.google.gson.JsonPrimitive;
import mage.Mana;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.common.InfoEffect;
import mage.cards.Card;
import mage.cards.DoubleFacedCard;
import mage.cards.DoubleFacedCardHalf;
import mage.constants.SubType;
import mage.constants.Zone;
import mage.counters.Counter;
import mage.counters.CounterType;
import mage.game.PutToBattlefieldInfo;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentImpl;
import mage.game.permanent.token.Token;
import mage.players.Player;
import mage.util.CardUtil;
import mage.util.functions.CopyTokenFunction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the position of a case onto XMage's table. */
final class Board {

    private final Session session;
    private final Case.Position given;
    private final Map<String, Case.Text> described;
    private final List<Runnable> dressing = new ArrayList<>();
    // A permanent may stand before the one that it is attached to.
    private final List<Runnable> attaching = new ArrayList<>();

    Board(Session session) {
        this.session = session;
        given = session.given.position();
        described = given.cards().stream().collect(Collectors.toMap(Case.Text::name, each -> each));
    }

    /** The names of the real cards in a position. */
    static Set<String> names(Case.Position given) {
        Set<String> found = Stream.of(given.battlefield(), given.hand(), given.graveyard(), given.exile(), given.library())
                .flatMap(List::stream).flatMap(List::stream).filter(each -> each.text() == null).map(Case.Thing::card).collect(Collectors.toSet());
        given.cards().forEach(each -> found.remove(each.name()));
        return found;
    }

    void setUp() {
        for (int seat = 0; seat < session.seats.size(); seat++) setUp(seat);
        dressing.forEach(Runnable::run);
        session.game.applyEffects();
        attaching.forEach(Runnable::run);
        Player active = session.game.getPlayer(session.seats.get(given.turn_of()));
        for (int i = 0; i < given.lands_played(); i++) active.incrementLandsPlayed();
        session.game.applyEffects();
    }

    private void setUp(int seat) {
        Player player = session.game.getPlayer(session.seats.get(seat));
        Ability source = source(player.getId());
        player.initLife(given.life().get(seat));
        List<PutToBattlefieldInfo> permanents = new ArrayList<>();
        for (Case.Thing thing : given.battlefield().get(seat)) {
            if (thing.owner() != null || thing.sick() || thing.damage() > 0) throw new NotPlayed("It sets up no permanent with an owner, summoning sickness or damage.");
            if (thing.token()) putTokens(thing, player, source);
            else for (int i = 0; i < thing.copies(); i++) permanents.add(put(thing));
        }
        List<Card> library = cards(given.library().get(seat));
        Collections.reverse(library);
        session.game.cheat(player.getId(), library, cards(given.hand().get(seat)), permanents, cards(given.graveyard().get(seat)), new ArrayList<>(), cards(given.exile().get(seat)));
        player.getManaPool().addMana(mana(given.mana().get(seat)), session.game, source);
        given.counters().get(seat).forEach((kind, amount) -> player.addCounters(counter(kind, amount), player.getId(), source, session.game));
    }

    /** An ability that does nothing, where XMage needs a source. */
    private static Ability source(UUID controller) {
        Ability found = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect("set up"));
        found.setControllerId(controller);
        return found;
    }

    private Card card(String name) {
        Card found = described.containsKey(name) ? new WrittenCard(described.get(name)) : session.cards.make(name);
        session.things.wasSetUp(found.getId());
        return found;
    }

    private List<Card> cards(List<Case.Thing> things) {
        List<Card> found = new ArrayList<>();
        for (Case.Thing thing : things)
            for (int i = 0; i < thing.copies(); i++) {
                Card made = card(thing.card());
                found.add(made);
                if (thing.label() != null) session.things.labels.put(thing.label(), made.getId());
            }
        return found;
    }

    private PutToBattlefieldInfo put(Case.Thing thing) {
        Card made = card(thing.card());
        Card side = thing.transformed() && made instanceof DoubleFacedCard ? ((DoubleFacedCard) made).getRightHalfCard() : made;
        // Effects look up what was chosen as soon as the permanent enters.
        if (thing.chosen() != null) choose(side.getId(), thing.chosen());
        dressing.add(() -> {
            Permanent permanent = CardUtil.getPermanentFromCardPutToBattlefield(side, session.game);
            if (permanent == null) throw new NotPlayed("It cannot put onto the battlefield: " + side.getName() + ".");
            if (thing.transformed() && !(side instanceof DoubleFacedCardHalf)) permanent.transform(source(permanent.getControllerId()), session.game, true);
            dress(permanent, thing);
        });
        return new PutToBattlefieldInfo(side, thing.tapped());
    }

    private void putTokens(Case.Thing thing, Player player, Ability source) {
        Token token = token(thing);
        token.putOntoBattlefield(thing.copies(), session.game, source, player.getId());
        for (UUID id : token.getLastAddedTokenIds()) {
            PermanentImpl permanent = (PermanentImpl) session.game.getPermanent(id);
            permanent.removeSummoningSickness();
            dressing.add(() -> dress(permanent, thing));
        }
    }

    private Token token(Case.Thing thing) {
        if (thing.text() == null) return CopyTokenFunction.createTokenCopy(card(thing.card()), session.game);
        if (thing.text().power() == null) {
            try {
                String known = "mage.game.permanent.token." + thing.card().replaceAll("[^A-Za-z0-9]", "") + "Token";
                return (Token) Class.forName(known).getConstructor().newInstance();
            } catch (ReflectiveOperationException unknown) {
                // The token is made from its description.
            }
        }
        return CopyTokenFunction.createTokenCopy(new WrittenCard(thing.text()), session.game);
    }

    /** Gives a permanent the state that the position says. */
    private void dress(Permanent permanent, Case.Thing thing) {
        if (thing.label() != null) session.things.labels.put(thing.label(), permanent.getId());
        permanent.setTapped(thing.tapped());
        for (Counter counter : new ArrayList<>(permanent.getCounters(session.game).values())) {
            // A position lists every counter but those with which a planeswalker or a battle enters.
            boolean printed = Set.of("loyalty", "defense").contains(counter.getName()) && thing.counters() == null;
            if (!printed) permanent.getCounters(session.game).removeCounter(counter.getName(), counter.getCount());
        }
        UUID controller = permanent.getControllerId();
        if (thing.counters() != null)
            thing.counters().forEach((kind, amount) -> permanent.addCounters(counter(kind, amount), controller, source(controller), session.game));
        if (thing.chosen() != null) choose(permanent.getId(), thing.chosen());
        if (thing.on() != null) attaching.add(() -> attach(permanent, thing.on()));
    }

    private void attach(Permanent permanent, JsonPrimitive host) {
        Ability source = source(permanent.getControllerId());
        if (host.isNumber()) {
            session.game.getPlayer(session.seats.get(host.getAsInt())).addAttachment(permanent.getId(), source, session.game);
            return;
        }
        List<UUID> others = session.things.permanents();
        others.remove(permanent.getId());
        List<UUID> hosts = session.things.meant(Case.Ref.to(host.getAsString()), others);
        if (hosts.isEmpty()) throw new NotPlayed("It finds nothing to attach to: " + host + ".");
        session.game.getPermanent(hosts.get(0)).addAttachment(permanent.getId(), source, session.game);
    }

    /** Sets what was chosen as a permanent entered: a colour, a player, or a type of creature. */
    private void choose(UUID id, String words) {
        String letter = Things.letter(words);
        int seat = session.things.seat(words);
        if (letter.matches("[WUBRG]")) session.game.getState().setValue(id + "_color", new ObjectColor(letter));
        else if (seat >= 0) session.game.getState().setValue(id + "_player", session.seats.get(seat));
        else session.game.getState().setValue(id + "_type", SubType.byDescription(words));
    }

    private static Counter counter(String kind, int amount) {
        CounterType known = CounterType.findByName(kind);
        return known != null ? known.createInstance(amount) : new Counter(kind, amount);
    }

    /** Mana in letters, with a number for colourless mana. */
    static Mana mana(String written) {
        Mana found = new Mana();
        String digits = written.replaceAll("\\D", "");
        if (!digits.isEmpty()) found.setColorless(Integer.parseInt(digits));
        for (char letter : written.toCharArray()) if (Things.MANA.containsKey(letter)) found.add(new Mana(Things.MANA.get(letter)));
        return found;
    }
}
