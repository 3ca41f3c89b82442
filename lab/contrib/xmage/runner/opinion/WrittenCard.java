package opinion;

import mage.MageInt;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.effects.Effect;
import mage.abilities.effects.common.AttachEffect;
import mage.abilities.effects.common.CreateTokenEffect;
import mage.abilities.effects.common.DamagePlayersEffect;
import mage.abilities.effects.common.DamageTargetEffect;
import mage.abilities.effects.common.DestroyTargetEffect;
import mage.abilities.effects.common.DrawCardSourceControllerEffect;
import mage.abilities.effects.common.ExileSpellEffect;
import mage.abilities.effects.common.GainLifeEffect;
import mage.abilities.effects.common.LoseLifeOpponentsEffect;
import mage.abilities.effects.common.continuous.BoostEnchantedEffect;
import mage.abilities.effects.common.continuous.GainAbilityAttachedEffect;
import mage.abilities.effects.common.continuous.GainAbilityControlledEffect;
import mage.abilities.effects.common.counter.AddCountersTargetEffect;
import mage.abilities.keyword.EnchantAbility;
import mage.abilities.mana.SimpleManaAbility;
import mage.cards.CardImpl;
import mage.cards.CardSetInfo;
import mage.constants.AttachmentType;
import mage.constants.CardType;
import mage.constants.Duration;
import mage.constants.Outcome;
import mage.constants.Rarity;
import mage.constants.SubType;
import mage.constants.SuperType;
import mage.constants.TargetController;
import mage.constants.Zone;
import mage.counters.CounterType;
import mage.filter.StaticFilters;
import mage.game.permanent.token.custom.CreatureToken;
import mage.game.permanent.token.Token;
import mage.target.TargetPermanent;
import mage.target.common.TargetControlledCreaturePermanent;
import mage.target.common.TargetCreaturePermanent;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A card or token that a case describes: its type line, its numbers, and text of the kinds that helper cards have. */
final class WrittenCard extends CardImpl {

    private static final String SEPARATOR = "\\s+[—–-]\\s+";
    private static final Pattern MANA = Pattern.compile("\\{T\\}: Add ((?:\\{[WUBRGC]\\})+)\\.");
    private static final Pattern ENCHANTED = Pattern.compile("Enchanted \\w+ (?:has ([\\w ]+)|gets \\+(\\d+)/\\+(\\d+))\\.");

    WrittenCard(Case.Text given) {
        super(null, new CardSetInfo(given.name(), "written", "1", Rarity.COMMON), types(given), given.mana_cost());
        String[] halves = given.type().split(SEPARATOR, 2);
        for (String word : halves[0].split("\\s+"))
            for (SuperType each : SuperType.values()) if (each.toString().equals(word)) supertype.add(each);
        if (halves.length > 1)
            for (String word : halves[1].split("\\s+")) subtype.add(SubType.byDescription(word));
        if (given.power() != null) power = new MageInt(Integer.parseInt(given.power()));
        if (given.toughness() != null) toughness = new MageInt(Integer.parseInt(given.toughness()));
        if (given.loyalty() != null) setStartingLoyalty(Integer.parseInt(given.loyalty()));
        if (given.colors() != null) color.setColor(new ObjectColor(given.colors()));
        String text = given.text().replaceAll("^\\(|\\)$", "").strip();
        if (!text.isEmpty()) read(text);
    }

    private WrittenCard(WrittenCard card) {
        super(card);
    }

    @Override
    public WrittenCard copy() {
        return new WrittenCard(this);
    }

    private static CardType[] types(Case.Text given) {
        List<String> words = List.of(given.type().split(SEPARATOR, 2)[0].split("\\s+"));
        return Stream.of(CardType.values()).filter(each -> words.contains(each.toString())).toArray(CardType[]::new);
    }

    // Text, a line at a time.

    private void read(String text) {
        if (isInstant() || isSorcery()) {
            addEffects(text);
            return;
        }
        for (String line : text.split("\n")) readLine(line.strip());
    }

    private void readLine(String line) {
        Matcher mana = MANA.matcher(line), enchanted = ENCHANTED.matcher(line);
        if (line.matches("Enchant (creature|permanent)")) enchant(line.endsWith("creature") ? new TargetCreaturePermanent() : new TargetPermanent());
        else if (mana.matches())
            addAbility(new SimpleManaAbility(Zone.BATTLEFIELD, Board.mana(mana.group(1)), new TapSourceCost()));
        else if (enchanted.matches()) addEnchanted(enchanted);
        else if (line.matches("Creatures you control have \\w+\\."))
            addAbility(new SimpleStaticAbility(new GainAbilityControlledEffect(keyword(line.substring(27, line.length() - 1)), Duration.WhileOnBattlefield, StaticFilters.FILTER_PERMANENT_CREATURE)));
        else for (String each : line.split(",\\s*")) addAbility(keyword(each));
    }

    private void enchant(TargetPermanent target) {
        getSpellAbility().addTarget(target);
        getSpellAbility().addEffect(new AttachEffect(Outcome.Benefit));
        addAbility(new EnchantAbility(target));
    }

    private void addEnchanted(Matcher line) {
        addAbility(new SimpleStaticAbility(line.group(1) != null
                ? new GainAbilityAttachedEffect(keyword(line.group(1)), AttachmentType.AURA)
                : new BoostEnchantedEffect(Integer.parseInt(line.group(2)), Integer.parseInt(line.group(3)))));
    }

    /** Adds the effects of a spell's sentences, and its target. */
    private void addEffects(String text) {
        for (String sentence : text.split("(?<=\\.)\\s+")) getSpellAbility().addEffect(effect(sentence));
        if (text.contains("target creature you control")) getSpellAbility().addTarget(new TargetControlledCreaturePermanent());
        else if (text.toLowerCase().contains("target creature")) getSpellAbility().addTarget(new TargetCreaturePermanent());
    }

    private Effect effect(String sentence) {
        int n = number(sentence);
        String words = sentence.replaceAll("\\d+", "N").toLowerCase();
        if (words.equals("exile this card.")) return new ExileSpellEffect();
        if (words.matches("draw (a card|n cards)\\.")) return new DrawCardSourceControllerEffect(n);
        if (words.equals("you gain n life.")) return new GainLifeEffect(n);
        if (words.equals("each opponent loses n life.")) return new LoseLifeOpponentsEffect(n);
        if (words.equals("this spell deals n damage to each opponent.")) return new DamagePlayersEffect(n, TargetController.OPPONENT);
        if (words.equals("this spell deals n damage to target creature.")) return new DamageTargetEffect(n);
        if (words.equals("put a +n/+n counter on target creature you control.")) return new AddCountersTargetEffect(CounterType.P1P1.createInstance());
        if (words.matches("destroy target creature( you control)?\\.")) return new DestroyTargetEffect();
        Token token = token(sentence);
        if (token != null) return new CreateTokenEffect(token);
        throw unknown(sentence);
    }

    /** Such as “Create a 1/1 green and white Elf Warrior creature token with flying.” */
    private Token token(String sentence) {
        Matcher found = Pattern.compile("[Cc]reate a (\\d+)/(\\d+) ([\\w ]+?) ((?:[A-Z]\\w+ )+)(artifact )?creature token(?: with (\\w+))?\\.").matcher(sentence);
        if (!found.matches()) return null;
        CreatureToken made = new CreatureToken(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
        made.withName(found.group(4).strip());
        List<String> colours = Stream.of(found.group(3).split(" and | ")).map(Things::letter).filter(each -> each.length() == 1).toList();
        made.withColor(String.join("", colours));
        for (String word : found.group(4).strip().split(" ")) made.withSubType(SubType.byDescription(word));
        if (found.group(5) != null) made.withType(CardType.ARTIFACT);
        if (found.group(6) != null) made.withAbility(keyword(found.group(6)));
        return made;
    }

    private static int number(String words) {
        Matcher found = Pattern.compile("\\d+").matcher(words);
        return found.find() ? Integer.parseInt(found.group()) : 1;
    }

    /** A keyword, made by XMage's class for it. */
    private Ability keyword(String words) {
        StringBuilder name = new StringBuilder();
        for (String word : words.replace(".", "").split("\\s+"))
            if (!word.isEmpty()) name.append(word.substring(0, 1).toUpperCase()).append(word.substring(1).toLowerCase());
        try {
            Class<?> known = Class.forName("mage.abilities.keyword." + name + "Ability");
            boolean isShared = Arrays.stream(known.getMethods()).anyMatch(method -> method.getName().equals("getInstance"));
            return (Ability) (isShared ? known.getMethod("getInstance").invoke(null) : known.getConstructor().newInstance());
        } catch (ReflectiveOperationException error) {
            throw unknown(words);
        }
    }

    private NotPlayed unknown(String words) {
        return new NotPlayed("It has no code for the text of " + getName() + ": " + words);
    }
}
