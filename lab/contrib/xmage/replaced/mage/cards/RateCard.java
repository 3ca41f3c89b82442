package mage.cards;

import mage.constants.ColoredManaSymbol;

import java.util.List;

/** Takes the place of the ratings by which XMage's own player drafts; nobody drafts here. */
public final class RateCard {

    private RateCard() {
    }

    public static int rateCard(Card card, List<ColoredManaSymbol> colours) {
        return 0;
    }

    public static int getBaseCardScore(Card card) {
        return 0;
    }

    public static int getColorManaCount(Card card) {
        return 0;
    }

    public static int getDifferentColorManaCount(Card card) {
        return 0;
    }

    public static boolean isColoredMana(String symbol) {
        return "WUBRG".contains(symbol);
    }
}
