package mage.cards.repository;

import mage.cards.Card;
import mage.cards.CardImpl;
import mage.cards.CardSetInfo;
import mage.constants.Rarity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Takes the place of XMage's database of cards: a card is found by its name in an index and made when it is wanted. */
public enum CardRepository {

    instance;

    public static final Set<String> snowLandSetCodes = Set.of("CSP", "MH1", "ME2", "MB2");

    /** Class, set, number and rarity by name. */
    public static final Map<String, String[]> index = new TreeMap<>();

    private final Map<String, CardInfo> made = new HashMap<>();

    public synchronized CardInfo findCard(String name) {
        String known = index.containsKey(name) ? name : name.split(" // ")[0];
        String[] entry = index.get(known);
        if (entry == null) return null;
        return made.computeIfAbsent(known, each -> {
            Card card = CardImpl.createCard(entry[0], new CardSetInfo(each, entry[1], entry[2], Rarity.valueOf(entry[3])));
            return card == null ? null : new CardInfo(card);
        });
    }

    public CardInfo findCard(String set, String number) {
        return null;
    }

    public CardInfo findCard(String set, String number, boolean ignoresBacks) {
        return null;
    }

    public static boolean checkDatabaseHealthAndFix() {
        return true;
    }

    public CardInfo findPreferredCoreExpansionCard(String name) {
        return findCard(name);
    }

    public CardInfo findPreferredCoreExpansionCard(String name, String set) {
        return findCard(name);
    }

    public CardInfo findCardWithPreferredSetAndNumber(String name, String set, String number) {
        return findCard(name);
    }

    public CardInfo findCardWithPreferredSetAndNumber(String name, String set, String number, boolean half) {
        return findCard(name);
    }

    public List<CardInfo> findCards(String name) {
        CardInfo found = findCard(name);
        return found == null ? List.of() : List.of(found);
    }

    public List<CardInfo> findCards(String name, long most) {
        return findCards(name);
    }

    public List<CardInfo> findCards(CardCriteria criteria) {
        throw new UnsupportedOperationException("there is no database of cards here");
    }

    public static Boolean haveSnowLands(String set) {
        return snowLandSetCodes.contains(set);
    }

    public Set<String> getNames() {
        return new TreeSet<>(index.keySet());
    }

    public Set<String> getLandNames() {
        return getNames();
    }

    public Set<String> getNonLandNames() {
        return getNames();
    }

    public Set<String> getNonbasicLandNames() {
        return getNames();
    }

    public Set<String> getNotBasicLandNames() {
        return getNames();
    }

    public Set<String> getCreatureNames() {
        return getNames();
    }

    public Set<String> getArtifactNames() {
        return getNames();
    }

    public Set<String> getNonLandAndNonCreatureNames() {
        return getNames();
    }

    public Set<String> getNonArtifactAndNonLandNames() {
        return getNames();
    }
}
