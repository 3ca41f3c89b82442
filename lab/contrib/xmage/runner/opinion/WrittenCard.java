package opinion;

import com.google.gson.JsonObject;
import mage.MageInt;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.common.EntersBattlefieldAllTriggeredAbility;
import mage.abilities.common.SimpleActivatedAbility;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.costs.Cost;
import mage.abilities.costs.common.SacrificeSourceCost;
import mage.abilities.costs.common.SacrificeTargetCost;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.costs.mana.ManaCostsImpl;
import mage.abilities.effects.Effect;
import mage.abilities.effects.common.AttachEffect;
import mage.abilities.effects.common.CreateTokenEffect;
import mage.abilities.effects.common.DamagePlayersEffect;
import mage.abilities.effects.common.DamageTargetEffect;
import mage.abilities.effects.common.DestroyTargetEffect;
import mage.abilities.effects.common.DrawCardSourceControllerEffect;
import mage.abilities.effects.common.ExileSpellEffect;
import mage.abilities.effects.common.GainLifeEffect;
import mage.abilities.effects.common.LoseGameSourceControllerEffect;
import mage.abilities.effects.common.LoseLifeOpponentsEffect;
import mage.abilities.effects.common.LoseLifeSourceControllerEffect;
import mage.abilities.effects.common.UntapSourceEffect;
import mage.abilities.effects.common.continuous.BoostEnchantedEffect;
import mage.abilities.effects.common.continuous.GainAbilityAttachedEffect;
import mage.abilities.effects.common.continuous.GainAbilityControlledEffect;
import mage.abilities.effects.common.counter.AddCountersTargetEffect;
import mage.abilities.keyword.EnchantAbility;
import mage.abilities.mana.SimpleManaAbility;
import mage.abilities.triggers.BeginningOfUpkeepTriggeredAbility;
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
import mage.target.Target;
import mage.target.TargetPermanent;
import mage.target.TargetPlayer;
import mage.target.common.TargetAnyTarget;
import mage.target.common.TargetControlledCreaturePermanent;
import mage.target.common.TargetCreaturePermanent;
import mage.target.common.TargetPlayerOrPlaneswalker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A card or token that a case describes: its type line, its numbers, and text of the kinds that helper cards have. */
final class WrittenCard extends CardImpl {

    private static final String SEPARATOR = "\\s+[—–-]\\s+";
    private static final Pattern ACTIVATED = Pattern.compile("([^:\"]+): (.+)");
    private static final Pattern TRIGGERED = Pattern.compile("(Whenever a creature enters|At the beginning of your (?:upkeep|end step)), (.+)");
    private static final Pattern MANA = Pattern.compile("\\{T\\}: Add ((?:\\{[WUBRGC]\\})+)\\.");
    private static final Pattern ENCHANTED = Pattern.compile("Enchanted \\w+ (?:has ([\\w ]+)|gets \\+(\\d+)/\\+(\\d+))\\.");

    WrittenCard(String name, JsonObject given) {
        super(null, new CardSetInfo(name, "written", "1", Rarity.COMMON), types(given), given.has("mana_cost") ? Case.text(given, "mana_cost") : "");
        String[] halves = typeLine(given).split(SEPARATOR, 2);
        for (String word : halves[0].strip().split("\\s+"))
            for (SuperType each : SuperType.values()) if (each.toString().equalsIgnoreCase(word)) supertype.add(each);
        if (halves.length > 1)
            for (String word : halves[1].strip().split("\\s+")) if (SubType.byDescription(word) != null) subtype.add(SubType.byDescription(word));
        if (given.has("power")) power = new MageInt(Integer.parseInt(Case.text(given, "power")));
        if (given.has("toughness")) toughness = new MageInt(Integer.parseInt(Case.text(given, "toughness")));
        if (given.has("loyalty")) setStartingLoyalty(Integer.parseInt(Case.text(given, "loyalty")));
        if (given.has("colors")) color.setColor(new ObjectColor(Case.text(given, "colors")));
        String text = given.has("text") ? Case.text(given, "text").replaceAll("^\\(|\\)$", "").strip() : "";
        if (!text.isEmpty()) read(text);
    }

    private WrittenCard(WrittenCard card) {
        super(card);
    }

    @Override
    public WrittenCard copy() {
        return new WrittenCard(this);
    }

    private static String typeLine(JsonObject given) {
        return given.has("type") ? Case.text(given, "type") : "Creature";
    }

    private static CardType[] types(JsonObject given) {
        List<CardType> found = new ArrayList<>();
        for (String word : typeLine(given).split(SEPARATOR, 2)[0].strip().split("\\s+"))
            for (CardType each : CardType.values()) if (each.toString().equalsIgnoreCase(word)) found.add(each);
        return found.toArray(new CardType[0]);
    }

    // Text, a line at a time.

    private void read(String text) {
        if (isInstant() || isSorcery()) {
            addEffects(getSpellAbility(), text, 0);
            return;
        }
        for (String line : text.split("\n")) readLine(line.strip());
    }

    private void readLine(String line) {
        Matcher mana = MANA.matcher(line), enchanted = ENCHANTED.matcher(line), triggered = TRIGGERED.matcher(line), activated = ACTIVATED.matcher(line);
        if (line.matches("Enchant (creature|permanent)")) enchant(line.endsWith("creature") ? new TargetCreaturePermanent() : new TargetPermanent());
        else if (mana.matches())
            addAbility(new SimpleManaAbility(Zone.BATTLEFIELD, Board.mana(mana.group(1)), new TapSourceCost()));
        else if (enchanted.matches()) addEnchanted(enchanted);
        else if (line.matches("Creatures you control have \\w+\\."))
            addAbility(new SimpleStaticAbility(new GainAbilityControlledEffect(keyword(line.substring(27, line.length() - 1)), Duration.WhileOnBattlefield, StaticFilters.FILTER_PERMANENT_CREATURE)));
        else if (triggered.matches()) addTrigger(triggered.group(1), triggered.group(2));
        else if (activated.matches()) addActivated(activated);
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

    private void addTrigger(String when, String words) {
        Ability ability = switch (when) {
            case "Whenever a creature enters" -> new EntersBattlefieldAllTriggeredAbility(first(words), StaticFilters.FILTER_PERMANENT_A_CREATURE);
            case "At the beginning of your upkeep" -> new BeginningOfUpkeepTriggeredAbility(first(words));
            default -> new mage.abilities.triggers.BeginningOfEndStepTriggeredAbility(first(words));
        };
        addEffects(ability, words, 1);
        addAbility(ability);
    }

    private void addActivated(Matcher line) {
        List<Cost> costs = new ArrayList<>();
        for (String each : line.group(1).split(", ")) costs.add(cost(each.strip()));
        Ability ability = new SimpleActivatedAbility(first(line.group(2)), costs.get(0));
        costs.subList(1, costs.size()).forEach(ability::addCost);
        addEffects(ability, line.group(2), 1);
        addAbility(ability);
    }

    private Cost cost(String words) {
        if (words.equals("{T}")) return new TapSourceCost();
        if (words.startsWith("{")) return new ManaCostsImpl<>(words);
        if (words.matches("Sacrifice this \\w+")) return new SacrificeSourceCost();
        if (words.equals("Sacrifice a creature")) return new SacrificeTargetCost(StaticFilters.FILTER_PERMANENT_CREATURE);
        throw unknown(words);
    }

    // Sentences.

    private static String[] sentences(String words) {
        return words.split("(?<=\\.)\\s+");
    }

    private Effect first(String words) {
        return effect(sentences(words)[0]);
    }

    /** Adds the effects of sentences, but for so many first ones, and what they target. */
    private void addEffects(Ability ability, String words, int there) {
        for (String sentence : List.of(sentences(words)).subList(there, sentences(words).length)) ability.addEffect(effect(sentence));
        String lower = words.toLowerCase();
        Target target = lower.contains("target player or planeswalker") ? new TargetPlayerOrPlaneswalker()
                : lower.contains("any target") ? new TargetAnyTarget()
                : lower.contains("target player") ? new TargetPlayer()
                : lower.contains("target creature you control") ? new TargetControlledCreaturePermanent()
                : lower.contains("target creature") ? new TargetCreaturePermanent() : null;
        if (target != null) ability.addTarget(target);
    }

    private Effect effect(String sentence) {
        int n = number(sentence);
        String words = sentence.replaceAll("\\d+", "N").toLowerCase();
        if (words.matches("exile this (card|spell)\\.")) return new ExileSpellEffect();
        if (words.matches("draw (a card|n cards)\\.")) return new DrawCardSourceControllerEffect(n);
        if (words.equals("you gain n life.")) return new GainLifeEffect(n);
        if (words.equals("you lose n life.")) return new LoseLifeSourceControllerEffect(n);
        if (words.equals("each opponent loses n life.")) return new LoseLifeOpponentsEffect(n);
        if (words.equals("you lose the game.")) return new LoseGameSourceControllerEffect();
        if (words.matches("this \\w+ deals n damage to each player\\.")) return new DamagePlayersEffect(n, TargetController.ANY);
        if (words.matches("this \\w+ deals n damage to each opponent\\.")) return new DamagePlayersEffect(n, TargetController.OPPONENT);
        if (words.matches("this \\w+ deals n damage to (any target|target [\\w ]+)\\.")) return new DamageTargetEffect(n);
        if (words.matches("put a \\+n/\\+n counter on target creature( you control)?\\.")) return new AddCountersTargetEffect(CounterType.P1P1.createInstance());
        if (words.equals("destroy target creature.")) return new DestroyTargetEffect();
        if (words.matches("untap this \\w+\\.")) return new UntapSourceEffect();
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
        for (String word : found.group(4).strip().split(" ")) if (SubType.byDescription(word) != null) made.withSubType(SubType.byDescription(word));
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
