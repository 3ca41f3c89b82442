package opinion;

import mage.MageObject;
import mage.cards.Card;
import mage.constants.ColoredManaSymbol;
import mage.constants.ManaType;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentToken;
import mage.game.stack.Spell;
import mage.game.stack.StackObject;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Names the objects of a game, and finds the object of a name, by the rules of floorjudge's bodies. */
final class Things {

    /** The types of mana by their letters. */
    static final Map<Character, ManaType> MANA = Map.of('W', ManaType.WHITE, 'U', ManaType.BLUE, 'B', ManaType.BLACK, 'R', ManaType.RED,
            'G', ManaType.GREEN, 'C', ManaType.COLORLESS);

    final Map<String, UUID> labels = new HashMap<>();
    private final Session session;
    private final Map<UUID, Integer> setUpAs = new HashMap<>();

    Things(Session session) {
        this.session = session;
    }

    /** Remembers the order in which cards were set up: that is how the ones without a place of their own are counted. */
    void wasSetUp(UUID id) {
        setUpAs.put(id, setUpAs.size());
    }

    /** The seat of a player by number or name; -1 for no player. */
    int seat(String words) {
        for (int seat = 0; seat < session.seats.size(); seat++)
            if (fold(session.given.position().names().get(seat)).equals(fold(words)) || words.equals(String.valueOf(seat))) return seat;
        return -1;
    }

    String name(UUID id) {
        if (session.game.getPlayer(id) != null) return session.game.getPlayer(id).getName();
        MageObject object = session.game.getObject(id);
        if (object == null) return "?";
        if (object instanceof StackObject && !(object instanceof Spell)) {
            MageObject source = session.game.getObject(((StackObject) object).getSourceId());
            return source == null ? "?" : named(source);
        }
        return named(object);
    }

    /** A name as floorjudge has it: the first of two, and without the word Token that XMage adds. */
    static String named(MageObject object) {
        String name = object.getName().split(" // ")[0];
        boolean marked = object instanceof PermanentToken && name.endsWith(" Token");
        return Session.now.cards.given(marked ? name.substring(0, name.length() - 6) : name);
    }

    boolean isToken(UUID id) {
        return session.game.getPermanent(id) instanceof PermanentToken;
    }

    /** What is meant among some things, the likeliest first: cards before tokens, the newest first, those with a label last. */
    List<UUID> meant(Case.Ref ref, Collection<UUID> among) {
        List<UUID> fitting = new ArrayList<>();
        for (UUID id : among) if (fits(ref, id)) fitting.add(id);
        if (fitting.stream().anyMatch(id -> !isToken(id))) fitting.removeIf(this::isToken);
        fitting.sort(Comparator.comparing(this::order));
        if (ref.nth() != null) return ref.nth() < fitting.size() ? List.of(fitting.get(ref.nth())) : List.of();
        Collections.reverse(fitting);
        fitting.sort(Comparator.comparing(id -> labels.containsValue(id) ? 1 : 0));
        return fitting;
    }

    boolean fits(Case.Ref ref, UUID id) {
        if (session.game.getPlayer(id) != null) return seat(ref.words()) >= 0 && session.seats.indexOf(id) == seat(ref.words());
        if (labels.containsKey(ref.words())) return isLabelled(labels.get(ref.words()), id);
        String words = fold(ref.words());
        boolean named = words.startsWith("token:")
                ? isToken(id) && words.substring(6).strip().equals(fold(name(id)))
                : words.split(" // ")[0].equals(fold(name(id))) || isFaceOf(words, id);
        return named && (ref.of() == null || seat(ref.of()) == session.seats.indexOf(session.game.getControllerId(id)));
    }

    private boolean isLabelled(UUID labelled, UUID id) {
        if (labelled.equals(id)) return true;
        MageObject object = session.game.getObject(id);
        return object instanceof Spell && !((Spell) object).isCopy() && labelled.equals(((Spell) object).getSourceId());
    }

    private boolean isFaceOf(String words, UUID id) {
        MageObject object = session.game.getObject(id);
        return object instanceof Card && ((Card) object).getMainCard() != null
                && words.equals(fold(((Card) object).getMainCard().getName().split(" // ")[0]));
    }

    /** Everything in an order that is the same in every run: players, cards as they were set up, permanents as they came. */
    List<UUID> inOrder(Collection<UUID> ids) {
        List<UUID> found = new ArrayList<>(ids);
        found.sort(Comparator.comparing(this::order).thenComparing(this::name));
        return found;
    }

    private int order(UUID id) {
        int seat = session.seats.indexOf(id);
        if (seat >= 0) return seat - 1000;
        Permanent permanent = session.game.getPermanent(id);
        return permanent != null ? 1_000_000 + permanent.getCreateOrder() : setUpAs.getOrDefault(id, 500_000);
    }

    List<UUID> permanents() {
        return inOrder(session.game.getBattlefield().getAllActivePermanents().stream().map(Permanent::getId).toList());
    }

    /** What players can name: permanents, and cards in hands, graveyards and exile. */
    List<UUID> everywhere() {
        List<UUID> found = permanents();
        for (UUID seat : session.seats) {
            found.addAll(session.game.getPlayer(seat).getHand());
            found.addAll(session.game.getPlayer(seat).getGraveyard());
        }
        for (Card card : session.game.getExile().getAllCards(session.game)) found.add(card.getId());
        return found;
    }

    /** The letter of a colour, given by its letter, its symbol or its word; other words as they are. */
    static String letter(String given) {
        String words = given.replaceAll("[{}]", "");
        for (ColoredManaSymbol each : ColoredManaSymbol.values())
            if (each.name().equalsIgnoreCase(words) || each.getColorName().equalsIgnoreCase(words)) return each.name();
        return words;
    }

    /** Some things in words, the first eight of many. */
    static <T> String listed(List<T> all, Function<T, String> words) {
        return all.stream().limit(8).map(words).toList() + (all.size() > 8 ? "…" : "");
    }

    static String fold(String words) {
        return words.toLowerCase().replace('\u2019', '\'').strip().replaceAll("\\s+", " ");
    }

    /** A rule or a question without XMage's marks. */
    static String plain(String words) {
        return words == null ? "" : words.replaceAll("<[^>]*>", "").replaceAll("\\s+\\[[0-9a-f]{3}\\]", "");
    }
}
