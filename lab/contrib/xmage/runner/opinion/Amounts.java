package opinion;

import mage.Mana;
import mage.cards.Card;
import mage.counters.Counter;
import mage.game.Game;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentToken;
import mage.players.Player;

import java.util.Map;
import java.util.TreeMap;

/** The amounts of a position by the names of lab/docs/second-opinion.md. */
final class Amounts {

    static Map<String, Long> of(Session session, Game game) {
        Map<String, Long> found = new TreeMap<>();
        for (int seat = 0; seat < session.seats.size(); seat++) {
            Player player = game.getPlayer(session.seats.get(seat));
            found.put("life." + seat, (long) player.getLife());
            found.put("library." + seat, (long) player.getLibrary().size());
            for (Counter counter : player.getCountersAsCopy().values()) add(found, counter.getName() + "." + seat, counter.getCount());
            addMana(found, seat, player.getManaPool().getMana());
            for (Mana mana : player.getManaPool().getConditionalMana()) addMana(found, seat, mana);
            for (Card card : player.getHand().getCards(game)) add(found, "hand." + seat + "." + Things.named(card), 1);
            for (Card card : player.getGraveyard().getCards(game)) add(found, "graveyard." + seat + "." + Things.named(card), 1);
            for (Card card : game.getExile().getCardsOwned(game, player.getId())) add(found, "exile." + seat + "." + Things.named(card), 1);
        }
        for (Permanent permanent : game.getBattlefield().getAllPermanents()) {
            String name = session.seats.indexOf(permanent.getControllerId()) + "." + Things.named(permanent);
            add(found, (permanent instanceof PermanentToken ? "tokens." : "battlefield.") + name, 1);
            add(found, "tapped." + name, permanent.isTapped() ? 1 : 0);
            add(found, "damage." + name, permanent.getDamage());
            for (Counter counter : permanent.getCounters(game).values())
                add(found, "counters." + name + "." + counter.getName().toLowerCase(), counter.getCount());
            if (permanent.isCreature(game)) {
                add(found, "power." + name, permanent.getPower().getValue());
                add(found, "toughness." + name, permanent.getToughness().getValue());
            }
        }
        return found;
    }

    static Map<String, Long> changes(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> found = new TreeMap<>(after);
        before.forEach((name, amount) -> found.merge(name, -amount, Long::sum));
        found.values().removeIf(amount -> amount == 0);
        return found;
    }

    private static void addMana(Map<String, Long> found, int seat, Mana mana) {
        Things.MANA.forEach((letter, type) -> add(found, "mana." + seat + "." + letter, mana.get(type)));
    }

    private static void add(Map<String, Long> found, String name, long amount) {
        if (amount != 0) found.merge(name, amount, Long::sum);
    }
}
