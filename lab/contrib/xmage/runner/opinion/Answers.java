package opinion;

import mage.abilities.Ability;
import mage.abilities.Mode;
import mage.abilities.Modes;
import mage.abilities.TriggeredAbility;
import mage.cards.Cards;
import mage.choices.Choice;
import mage.game.Game;
import mage.target.Target;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Answers to what XMage asks, from the step that is being done and the answering steps right behind it.
 *
 * XMage and floorjudge's engine do not ask in the same order: each question takes the first answer that is one to it. What nobody has
 * answered and is not the same either way is a doubt.
 */
final class Answers {

    /** One choice: of one thing or of several. */
    private record Answer(List<Case.Ref> refs, Case.Played step) {
        Case.Ref only() {
            return refs.size() == 1 ? refs.get(0) : null;
        }

        boolean isNone() {
            return refs.isEmpty() || refs.size() == 1 && refs.get(0).words().matches("none|nothing|-");
        }
    }

    private final Session session;
    private final List<Answer> own = new ArrayList<>();
    private final Set<Case.Played> used = new HashSet<>();
    private final Map<Case.Played, String> notAmong = new HashMap<>();
    private final List<UUID> triggers = new ArrayList<>();

    Answers(Session session) {
        this.session = session;
    }

    void begin(Case.Played step) {
        own.clear();
        for (List<Case.Ref> singles : List.of(step.step().targets(), step.step().modes()))
            for (Case.Ref each : singles) own.add(new Answer(List.of(each), step));
        for (List<Case.Ref> each : step.step().choose()) own.add(new Answer(each, step));
        for (Case.Ref each : step.step().pay().with()) own.add(new Answer(List.of(each), step));
        // What floorjudge's engine chose by itself comes after what the step says.
        for (List<Case.Ref> each : step.did().targets()) own.add(new Answer(each, step));
    }

    boolean wasAsked(Case.Played step) {
        return used.contains(step);
    }

    /** Why the rules did not let what a step names be chosen; null where nothing of the kind was seen. */
    String notAmong(Case.Played step) {
        return notAmong.get(step);
    }

    /** The words of an answer, for a message. */
    static String words(List<Case.Ref> refs) {
        return Things.listed(refs, Case.Ref::words);
    }

    private List<Answer> of(ScriptedPlayer player) {
        List<Answer> found = new ArrayList<>(own);
        for (Case.Played step : session.coming())
            if (!session.isAnothers(step.step(), player) && !used.contains(step)) found.add(new Answer(step.step().choose().get(0), step));
        return found;
    }

    private void use(Answer answer) {
        if (!own.remove(answer)) used.add(answer.step());
    }

    /** What the first answer of one thing means to a question, by a reading that is null where it is no answer to that. */
    private <T> T first(ScriptedPlayer player, Function<Case.Ref, T> reading) {
        for (Answer answer : of(player)) {
            T found = answer.only() == null ? null : reading.apply(answer.only());
            if (found == null) continue;
            use(answer);
            return found;
        }
        return null;
    }

    private void unanswered(ScriptedPlayer player, String question, Object instead) {
        session.doubt(player.getName() + " was asked “" + question + "”, which no step answers: " + instead);
    }

    // Things.

    boolean targets(ScriptedPlayer player, Target target, Ability source, Game game, Cards cards) {
        UUID chooser = target.getAffectedAbilityControllerId(player.getId());
        if (cards != null && cards.isEmpty() || target.isChoiceCompleted(chooser, source, game, cards)) return false;
        while (target.getSize() < target.getMaxNumberOfTargets()) {
            List<UUID> possible = session.things.inOrder(target.possibleTargets(chooser, source, game, cards));
            if (possible.isEmpty()) break;
            int needed = target.getMinNumberOfTargets() - target.getSize();
            boolean leaves = Things.plain(target.getMessage(game)).matches("(?i).*\\((scry|surveil)\\).*");
            List<UUID> chosen = leaves
                    ? notKept(player, possible)
                    : answered(player, possible, needed, target.getMaxNumberOfTargets() - target.getSize());
            if (chosen == null) {
                chosen = needed > 0 ? List.of(possible.get(0)) : List.of();
                boolean open = needed > 0 ? looks(possible).size() > 1 && possible.size() > needed : target.getSize() == 0;
                rememberWhatIsNotAmong(player, possible, question(target, source, game));
                if (open) unanswered(player, question(target, source, game) + " of " + names(possible), chosen.isEmpty() ? "nothing" : session.things.name(chosen.get(0)));
            }
            for (UUID id : chosen) add(target, id, source, game);
            if (chosen.isEmpty()) break;
        }
        return target.isChosen(game) && !target.getTargets().isEmpty();
    }

    /** An answer that names something which is there and may not be chosen here: if nothing else asks for it, the rules forbid it. */
    private void rememberWhatIsNotAmong(ScriptedPlayer player, List<UUID> possible, String question) {
        for (Answer answer : of(player)) {
            if (!answer.step().step().kind().equals("choose")) continue;
            for (Case.Ref ref : answer.refs()) {
                if (!session.things.meant(ref, possible).isEmpty() || session.things.meant(ref, session.things.everywhere()).isEmpty()) continue;
                notAmong.putIfAbsent(answer.step(), ref.words() + " is not among what “" + question + "” may choose: " + names(possible));
            }
        }
    }

    /** What the first answer that fits means; null where none does. */
    private List<UUID> answered(ScriptedPlayer player, List<UUID> possible, int needed, int most) {
        for (Answer answer : of(player)) {
            if (answer.isNone() && needed <= 0) {
                use(answer);
                return List.of();
            }
            List<UUID> found = new ArrayList<>();
            for (Case.Ref ref : answer.refs()) {
                // The same name again is another thing of that name.
                List<UUID> left = new ArrayList<>(possible);
                left.removeAll(found);
                session.things.meant(ref, left).stream().findFirst().ifPresent(found::add);
            }
            // Who names more than XMage offers, which leaves out untapped lands to untap, wants all of it.
            boolean all = needed <= 0 && found.size() == possible.size() && found.size() > 1;
            if (found.isEmpty() || !all && found.size() != answer.refs().size() || found.size() > most) continue;
            use(answer);
            return found;
        }
        return null;
    }

    /** Of cards that are looked at, floorjudge names those that stay on top, and XMage asks for the others; null without an answer. */
    private List<UUID> notKept(ScriptedPlayer player, List<UUID> possible) {
        List<UUID> kept = answered(player, possible, 0, possible.size());
        if (kept == null) return null;
        List<UUID> found = new ArrayList<>(possible);
        found.removeAll(kept);
        return found;
    }

    private static void add(Target target, UUID id, Ability source, Game game) {
        if (target.isNotTarget()) target.add(id, game);
        else target.addTarget(id, source, game);
    }

    private String question(Target target, Ability source, Game game) {
        String asked = Things.plain(target.getMessage(game));
        return source == null ? asked : asked + " (" + session.things.name(source.getSourceId()) + ")";
    }

    private Set<String> looks(List<UUID> possible) {
        Set<String> found = new LinkedHashSet<>();
        for (UUID id : possible) {
            var permanent = session.game.getPermanent(id);
            String state = permanent == null ? "" : " " + permanent.isTapped() + permanent.getPower().getValue() + permanent.getToughness().getValue()
                    + permanent.getControllerId() + permanent.getCounters(session.game) + permanent.getAttachments().size();
            found.add((session.game.getPlayer(id) == null ? "" : "player ") + session.things.name(id) + state);
        }
        return found;
    }

    private String names(List<UUID> possible) {
        return Things.listed(possible, session.things::name);
    }

    // Yes or no.

    boolean yesOrNo(ScriptedPlayer player, String question) {
        if (question.startsWith("Draw game because of infinite looping")) return false;
        Boolean extra = session.doing == null ? null : session.doing.step().pay().extra();
        if (question.startsWith("Pay ") && extra != null) return extra;
        // A shortcut of XMage's: whoever says no is asked for each land.
        if (question.startsWith("Include your tapped lands")) return false;
        if (question.startsWith("Change this ")) return changesTarget(player, question);
        String answer = first(player, ref -> ref.words().matches("(?i)yes|no") ? ref.words() : null);
        if (answer == null) unanswered(player, question, "yes");
        return answer == null || answer.equalsIgnoreCase("yes");
    }

    /** Of a copy, XMage first asks whether its target changes; floorjudge asks for the target. */
    private boolean changesTarget(ScriptedPlayer player, String question) {
        String now = Things.fold(Things.plain(question.replaceFirst("^[^:]*: ", "")).replaceFirst("\\?$", ""));
        for (Answer answer : of(player)) {
            if (answer.only() == null) continue;
            String words = Things.fold(answer.only().words());
            boolean keeps = words.equals(now);
            if (keeps || words.matches("yes|no")) use(answer);
            return !keeps && !words.equals("no");
        }
        unanswered(player, question, "no");
        return false;
    }

    // Words, modes, numbers.

    boolean word(ScriptedPlayer player, Choice choice) {
        Map<String, String> options = new LinkedHashMap<>();
        if (choice.isKeyChoice()) options.putAll(choice.getKeyChoices());
        else for (String each : choice.getChoices()) options.put(each, each);
        String found = options.keySet().stream().filter(session.payment::wants).findFirst().orElse(null);
        if (found == null) found = first(player, ref -> named(options, ref.words()));
        if (found == null) found = options.keySet().stream().filter(each -> session.payment.missing(each) > 0).findFirst().orElse(null);
        if (found == null && options.size() == 1) found = options.keySet().iterator().next();
        if (found == null) {
            unanswered(player, Things.plain(choice.getMessage()) + " of " + (options.size() > 10 ? options.size() + " options" : options.values()), "XMage chooses");
            return false;
        }
        if (choice.isKeyChoice()) choice.setChoiceByKey(found);
        else choice.setChoice(found);
        return true;
    }

    /** The key of the option that some words name. */
    private static String named(Map<String, String> options, String words) {
        return options.keySet().stream()
                .filter(key -> Things.letter(key).equalsIgnoreCase(Things.letter(words)) || Things.letter(Things.plain(options.get(key))).equalsIgnoreCase(Things.letter(words)))
                .findFirst().orElse(null);
    }

    Mode mode(ScriptedPlayer player, Modes modes, Ability source, Game game) {
        List<Mode> possible = new ArrayList<>(modes.getAvailableModes(source, game));
        possible.removeIf(mode -> !modes.isMayChooseSameModeMoreThanOnce() && modes.getSelectedModes().contains(mode.getId()));
        if (modes.size() < 2) return null;
        List<Mode> all = new ArrayList<>(modes.values());
        Mode named = first(player, ref -> possible.stream()
                .filter(mode -> ref.isNumber()
                        ? all.indexOf(mode) == Integer.parseInt(ref.words())
                        : Things.fold(Things.plain(mode.getEffects().getText(mode))).contains(Things.fold(ref.words())))
                .findFirst().orElse(null));
        if (named != null) return named;
        List<Mode> legal = possible.stream().filter(mode -> mode.getTargets().canChoose(source.getControllerId(), source, game)).toList();
        if (legal.size() == 1 && modes.getSelectedModes().size() < modes.getMinModes()) return legal.get(0);
        if (modes.getSelectedModes().size() < modes.getMinModes()) unanswered(player, "which mode", "XMage chooses");
        return null;
    }

    int x(ScriptedPlayer player, String question, int min, int max) {
        Integer x = session.doing == null ? null : session.doing.step().x();
        if (x == null && session.doing != null) x = session.doing.did().x();
        return x != null ? x : number(player, question, min, max);
    }

    int number(ScriptedPlayer player, String question, int min, int max) {
        if (min == max) return min;
        Integer number = first(player, ref -> {
            int named = ref.isNumber() ? Integer.parseInt(ref.words()) : -1;
            return named >= Math.max(0, min) && named <= max ? (Integer) named : null;
        });
        if (number == null) unanswered(player, Things.plain(question) + " " + min + " to " + max, min);
        return number == null ? min : number;
    }

    /** Which of some sets of colours (letters) the next answer of nothing but colours names; null where none does. */
    Set<String> colours(ScriptedPlayer player, Collection<Set<String>> possible) {
        for (Answer answer : of(player)) {
            Set<String> named = new HashSet<>();
            for (Case.Ref ref : answer.refs()) named.add(Things.letter(ref.words()));
            if (!possible.contains(named)) continue;
            use(answer);
            return named;
        }
        return null;
    }

    /** How much mana of each kind, of an answer that names them all; null without one. */
    List<Integer> amounts(ScriptedPlayer player, List<String> kinds, int min, int max) {
        for (Answer answer : of(player)) {
            List<Integer> found = new ArrayList<>();
            for (String kind : kinds) {
                String named = Things.letter(kind);
                found.add((int) answer.refs().stream().filter(ref -> Things.letter(ref.words()).equalsIgnoreCase(named)).count());
            }
            int sum = found.stream().mapToInt(Integer::intValue).sum();
            if (sum != answer.refs().size() || sum < min || sum > max || sum == 0) continue;
            use(answer);
            return found;
        }
        List<Integer> missing = kinds.stream().map(session.payment::missing).toList();
        int sum = missing.stream().mapToInt(Integer::intValue).sum();
        return sum > 0 && sum >= min && sum <= max ? missing : null;
    }

    int replacement(ScriptedPlayer player, Map<String, String> effects) {
        List<String> all = new ArrayList<>(effects.values());
        Integer named = first(player, ref -> IntStream.range(0, all.size()).boxed()
                .filter(i -> ref.isNumber() ? ref.words().equals(i.toString()) : Things.fold(Things.plain(all.get(i))).contains(Things.fold(ref.words())))
                .findFirst().orElse(null));
        if (named == null && new HashSet<>(all).size() > 1) unanswered(player, "which of " + all + " first", all.get(0));
        return named == null ? 0 : named;
    }

    /** XMage asks for one trigger after the other; a body has the whole order: the first that is named resolves last. */
    TriggeredAbility nextTrigger(ScriptedPlayer player, List<TriggeredAbility> waiting, Game game) {
        for (UUID id : new ArrayList<>(triggers))
            for (TriggeredAbility each : waiting)
                if (each.getId().equals(id)) {
                    triggers.remove(id);
                    return each;
                }
        triggers.clear();
        Set<String> kinds = new LinkedHashSet<>();
        for (TriggeredAbility each : waiting) kinds.add(session.things.name(each.getSourceId()) + ": " + Things.plain(each.getRule()));
        if (kinds.size() < 2) return waiting.get(0);
        for (Answer answer : of(player)) {
            List<UUID> order = order(answer, waiting);
            if (order.size() != waiting.size()) continue;
            use(answer);
            triggers.addAll(order);
            return nextTrigger(player, waiting, game);
        }
        unanswered(player, "the order of " + kinds, "as XMage has them");
        return waiting.get(0);
    }

    private List<UUID> order(Answer answer, List<TriggeredAbility> waiting) {
        List<UUID> found = new ArrayList<>();
        for (Case.Ref ref : answer.refs())
            for (TriggeredAbility each : waiting)
                if (!found.contains(each.getId()) && session.things.fits(ref, each.getSourceId())) {
                    found.add(each.getId());
                    break;
                }
        return found;
    }
}
