package opinion;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import mage.Mana;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.common.InfoEffect;
import mage.cards.Card;
import mage.cards.DoubleFacedCard;
import mage.cards.DoubleFacedCardHalf;
import mage.constants.ColoredManaSymbol;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Puts the position of a case onto XMage's table. */
final class Board {

    private static final String[] ZONES = {"hand", "graveyard", "exile", "library"};

    private final Session session;
    private final Map<String, JsonObject> written = new HashMap<>();
    private final List<Runnable> dressing = new ArrayList<>();
    // What is attached may stand before what it is attached to.
    private final List<Runnable> attaching = new ArrayList<>();

    Board(Session session) {
        this.session = session;
        for (JsonElement each : Case.list(session.given.given, "cards"))
            written.put(each.getAsJsonObject().get("name").getAsString(), each.getAsJsonObject());
    }

    /** The names of the real cards in a case. */
    static Set<String> names(Case given) {
        Set<String> found = new LinkedHashSet<>();
        List<String> zones = new ArrayList<>(List.of(ZONES));
        zones.add("battlefield");
        for (String zone : zones)
            for (int seat = 0; seat < given.players; seat++)
                for (JsonObject each : given.things(zone, seat)) if (each.has("card")) found.add(Case.text(each, "card"));
        for (JsonElement each : Case.list(given.given, "cards")) found.remove(each.getAsJsonObject().get("name").getAsString());
        return found;
    }

    void setUp() {
        for (int seat = 0; seat < session.given.players; seat++) setUp(seat);
        dressing.forEach(Runnable::run);
        session.game.applyEffects();
        attaching.forEach(Runnable::run);
        Player active = session.game.getPlayer(session.seats.get(Case.number(session.given.given, "turn_of", 0)));
        for (int i = 0; i < Case.number(session.given.given, "lands_played", 0); i++) active.incrementLandsPlayed();
        session.game.applyEffects();
    }

    private void setUp(int seat) {
        Player player = session.game.getPlayer(session.seats.get(seat));
        Ability nobody = nobody(player.getId());
        JsonArray life = Case.list(session.given.given, "life");
        player.initLife(seat < life.size() ? life.get(seat).getAsInt() : 20);
        List<PutToBattlefieldInfo> permanents = new ArrayList<>();
        for (JsonObject thing : session.given.things("battlefield", seat)) {
            for (String field : List.of("owner", "sick", "damage"))
                if (thing.has(field)) throw new NotPlayed("It cannot set up a permanent with “" + field + "”.");
            if (thing.has("token")) putTokens(thing, player, nobody);
            else for (int i = 0; i < Case.number(thing, "copies", 1); i++) permanents.add(put(thing));
        }
        List<Card> library = cards("library", seat);
        Collections.reverse(library);
        session.game.cheat(player.getId(), library, cards("hand", seat), permanents, cards("graveyard", seat), new ArrayList<>(), cards("exile", seat));
        JsonArray mana = Case.list(session.given.given, "mana");
        if (seat < mana.size()) player.getManaPool().addMana(mana(mana.get(seat).getAsString()), session.game, nobody);
        JsonArray counters = Case.list(session.given.given, "counters");
        if (seat < counters.size())
            for (Map.Entry<String, JsonElement> each : counters.get(seat).getAsJsonObject().entrySet())
                player.addCounters(counter(each.getKey(), each.getValue().getAsInt()), player.getId(), nobody, session.game);
    }

    /** An ability of nothing, for what XMage wants a source for. */
    private static Ability nobody(UUID controller) {
        Ability found = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect("set up"));
        found.setControllerId(controller);
        return found;
    }

    private Card card(String name) {
        Card found = written.containsKey(name) ? new WrittenCard(name, written.get(name)) : session.cards.make(name);
        session.things.wasSetUp(found.getId());
        return found;
    }

    private List<Card> cards(String zone, int seat) {
        List<Card> found = new ArrayList<>();
        for (JsonObject thing : session.given.things(zone, seat)) {
            for (int i = 0; i < Case.number(thing, "copies", 1); i++) {
                Card made = card(Case.text(thing, "card"));
                found.add(made);
                if (thing.has("as")) session.things.labels.put(Case.text(thing, "as"), made.getId());
            }
        }
        return found;
    }

    private PutToBattlefieldInfo put(JsonObject thing) {
        Card made = card(Case.text(thing, "card"));
        boolean back = Case.flag(thing, "transformed");
        Card side = back && made instanceof DoubleFacedCard ? ((DoubleFacedCard) made).getRightHalfCard() : made;
        dressing.add(() -> {
            Permanent permanent = CardUtil.getPermanentFromCardPutToBattlefield(side, session.game);
            if (permanent == null) throw new NotPlayed("It cannot put onto the battlefield: " + side.getName() + ".");
            if (back && !(side instanceof DoubleFacedCardHalf)) permanent.transform(nobody(permanent.getControllerId()), session.game, true);
            dress(permanent, thing);
        });
        return new PutToBattlefieldInfo(side, Case.flag(thing, "tapped"));
    }

    private void putTokens(JsonObject thing, Player player, Ability nobody) {
        Set<UUID> there = new HashSet<>(session.things.permanents());
        token(thing).putOntoBattlefield(Case.number(thing, "copies", 1), session.game, nobody, player.getId());
        for (UUID id : session.things.permanents()) {
            if (there.contains(id)) continue;
            Permanent permanent = session.game.getPermanent(id);
            ((PermanentImpl) permanent).removeSummoningSickness();
            dressing.add(() -> dress(permanent, thing));
        }
    }

    private Token token(JsonObject thing) {
        if (!thing.get("token").getAsJsonPrimitive().isString()) return CopyTokenFunction.createTokenCopy(card(Case.text(thing, "card")), session.game);
        String name = Case.text(thing, "token");
        if (!thing.has("power")) {
            try {
                String known = "mage.game.permanent.token." + name.replaceAll("[^A-Za-z0-9]", "") + "Token";
                return (Token) Class.forName(known).getConstructor().newInstance();
            } catch (ReflectiveOperationException unknown) {
                // Then it is what the case says of it.
            }
        }
        Token made = CopyTokenFunction.createTokenCopy(new WrittenCard(name, thing), session.game);
        if (thing.has("colors")) made.getColor(null).setColor(new ObjectColor(Case.text(thing, "colors")));
        return made;
    }

    /** Everything of a permanent that the position says. */
    private void dress(Permanent permanent, JsonObject thing) {
        Ability nobody = nobody(permanent.getControllerId());
        if (thing.has("as")) session.things.labels.put(Case.text(thing, "as"), permanent.getId());
        permanent.setTapped(Case.flag(thing, "tapped"));
        for (Counter counter : new ArrayList<>(permanent.getCounters(session.game).values())) {
            // A position says every counter but those that a planeswalker or a battle has by itself.
            boolean printed = Set.of("loyalty", "defense").contains(counter.getName()) && !thing.has("counters");
            if (!printed) permanent.getCounters(session.game).removeCounter(counter.getName(), counter.getCount());
        }
        if (thing.has("counters"))
            for (Map.Entry<String, JsonElement> each : thing.getAsJsonObject("counters").entrySet())
                permanent.addCounters(counter(each.getKey(), each.getValue().getAsInt()), permanent.getControllerId(), nobody, session.game);
        if (thing.has("chosen")) choose(permanent, Case.text(thing, "chosen"));
        if (thing.has("on")) attaching.add(() -> attach(permanent, thing.get("on")));
    }

    private void attach(Permanent permanent, JsonElement host) {
        Ability nobody = nobody(permanent.getControllerId());
        if (host.getAsJsonPrimitive().isNumber()) {
            session.game.getPlayer(session.seats.get(host.getAsInt())).addAttachment(permanent.getId(), nobody, session.game);
            return;
        }
        List<UUID> others = session.things.permanents();
        others.remove(permanent.getId());
        List<UUID> hosts = session.things.meant(Case.Ref.read(host), others);
        if (hosts.isEmpty()) throw new NotPlayed("It finds nothing to attach to: " + host + ".");
        session.game.getPermanent(hosts.get(0)).addAttachment(permanent.getId(), nobody, session.game);
    }

    /** What was chosen as it entered: a colour, a player, or a type of creature. */
    private void choose(Permanent permanent, String words) {
        String id = permanent.getId().toString();
        String letter = Things.letter(words);
        if (letter.matches("[WUBRG]")) {
            session.game.getState().setValue(id + "_color", new ObjectColor(letter));
            return;
        }
        if (session.things.seat(words) >= 0) {
            session.game.getState().setValue(id + "_player", session.seats.get(session.things.seat(words)));
            return;
        }
        for (SubType type : SubType.values())
            if (type.getDescription().equalsIgnoreCase(words)) {
                session.game.getState().setValue(id + "_type", type);
                return;
            }
        throw new NotPlayed("It cannot set up that this was chosen: " + words + ".");
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
        for (char letter : written.toCharArray()) {
            ColoredManaSymbol colour = ColoredManaSymbol.lookup(letter);
            if (colour != null) found.add(new Mana(colour));
            else if (letter == 'C') found.increaseColorless();
        }
        return found;
    }
}
