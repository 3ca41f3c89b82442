package opinion;

import mage.MageObject;
import mage.abilities.Ability;
import mage.abilities.Mode;
import mage.abilities.Modes;
import mage.abilities.TriggeredAbility;
import mage.abilities.costs.mana.ManaCost;
import mage.cards.Card;
import mage.cards.Cards;
import mage.choices.Choice;
import mage.constants.MultiAmountType;
import mage.constants.Outcome;
import mage.constants.RangeOfInfluence;
import mage.game.Game;
import mage.players.StubPlayer;
import mage.players.net.UserData;
import mage.target.Target;
import mage.target.TargetAmount;
import mage.target.TargetCard;
import mage.util.MultiAmountMessage;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A player who does what the script says. XMage copies its players, so what they know is in the session. */
public final class ScriptedPlayer extends StubPlayer {

    ScriptedPlayer(String name) {
        super(name, RangeOfInfluence.ALL);
        setUserData(UserData.getDefaultUserDataView());
    }

    private ScriptedPlayer(ScriptedPlayer player) {
        super(player);
    }

    @Override
    public ScriptedPlayer copy() {
        return new ScriptedPlayer(this);
    }

    private static boolean asks(Game game) {
        return game != null && !game.isSimulation() && Session.now.ready;
    }

    @Override
    public boolean priority(Game game) {
        if (!game.isSimulation()) return Session.now.priority(this, game);
        pass(game);
        return false;
    }

    @Override
    public boolean playMana(Ability ability, ManaCost unpaid, String prompt, Game game) {
        return asks(game) ? Session.now.payment.pay(this, unpaid, game) : super.playMana(ability, unpaid, prompt, game);
    }

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game) {
        return asks(game) ? Session.now.answers.targets(this, target, source, game, null) : super.choose(outcome, target, source, game);
    }

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game, Map<String, Serializable> options) {
        return asks(game) ? Session.now.answers.targets(this, target, source, game, null) : super.choose(outcome, target, source, game, options);
    }

    @Override
    public boolean choose(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        return asks(game) ? Session.now.answers.targets(this, target, source, game, cards) : super.choose(outcome, cards, target, source, game);
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Target target, Ability source, Game game) {
        return asks(game) ? Session.now.answers.targets(this, target, source, game, null) : super.chooseTarget(outcome, target, source, game);
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        return asks(game) ? Session.now.answers.targets(this, target, source, game, cards) : super.chooseTarget(outcome, cards, target, source, game);
    }

    @Override
    public boolean chooseTargetAmount(Outcome outcome, TargetAmount target, Ability source, Game game) {
        if (asks(game)) Session.now.doubt("XMage divides an amount");
        return super.chooseTargetAmount(outcome, target, source, game);
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, Ability source, Game game) {
        return chooseUse(outcome, message, null, null, null, source, game);
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, String second, String yes, String no, Ability source, Game game) {
        if (!asks(game)) return super.chooseUse(outcome, message, second, yes, no, source, game);
        return Session.now.answers.yesOrNo(this, second == null ? message : message + " " + second);
    }

    @Override
    public boolean choose(Outcome outcome, Choice choice, Game game) {
        return asks(game) && Session.now.answers.word(this, choice) || super.choose(outcome, choice, game);
    }

    @Override
    public Mode chooseMode(Modes modes, Ability source, Game game) {
        Mode found = asks(game) ? Session.now.answers.mode(this, modes, source, game) : null;
        return found != null ? found : super.chooseMode(modes, source, game);
    }

    @Override
    public int announceX(int min, int max, String message, Game game, Ability source, boolean forMana) {
        return asks(game) ? Session.now.answers.x(this, message, min, max) : super.announceX(min, max, message, game, source, forMana);
    }

    @Override
    public int getAmount(int min, int max, String message, Ability source, Game game) {
        return asks(game) ? Session.now.answers.number(this, message, min, max) : super.getAmount(min, max, message, source, game);
    }

    @Override
    public List<Integer> getMultiAmountWithIndividualConstraints(
            Outcome outcome, List<MultiAmountMessage> messages, int min, int max, MultiAmountType type, Game game) {
        List<Integer> found = asks(game) ? Session.now.answers.amounts(this, messages.stream().map(each -> each.message).toList(), min, max) : null;
        if (found != null) return found;
        if (asks(game)) Session.now.doubt("no step says how several amounts are chosen");
        return MultiAmountType.prepareDefaultValues(messages, min, max);
    }

    @Override
    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities, Game game) {
        return asks(game) ? Session.now.answers.nextTrigger(this, abilities, game) : super.chooseTriggeredAbility(abilities, game);
    }

    @Override
    public int chooseReplacementEffect(Map<String, String> effects, Map<String, MageObject> objects, Game game) {
        return asks(game) ? Session.now.answers.replacement(this, effects) : super.chooseReplacementEffect(effects, objects, game);
    }

    @Override
    public boolean choosePile(Outcome outcome, String message, List<? extends Card> first, List<? extends Card> second, Game game) {
        return asks(game) ? Session.now.answers.number(this, message, 1, 2) == 1 : super.choosePile(outcome, message, first, second, game);
    }

    @Override
    public void selectAttackers(Game game, UUID attacker) {
        if (asks(game)) Session.now.attack(this);
    }
}
