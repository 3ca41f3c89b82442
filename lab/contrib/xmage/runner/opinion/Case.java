package opinion;

import com.google.gson.JsonPrimitive;
import com.google.gson.annotations.SerializedName;

import java.util.List;
import java.util.Map;

/** A case as floorjudge writes it (`Question` in program.py); lab/docs/second-opinion.md has the protocol. What is left out is null, or the usual value. */
record Case(String id, int iterations, int most, Position position, List<Step> before, List<Step> body) {

    record Position(List<List<Thing>> battlefield, List<List<Thing>> hand, List<List<Thing>> graveyard, List<List<Thing>> exile,
                    List<List<Thing>> library, List<Integer> life, List<String> mana, List<Map<String, Integer>> counters,
                    List<String> names, int turn_of, String step, int lands_played, List<Text> cards) {
    }

    /** A card in a zone, or a permanent. */
    record Thing(String card, @SerializedName("as") String label, int copies, boolean tapped, Map<String, Integer> counters, JsonPrimitive on,
                 boolean token, Text text, boolean transformed, boolean sick, int damage, Integer owner, String chosen) {
        Thing {
            copies = Math.max(1, copies);
        }
    }

    /** A card or token that the case describes. */
    record Text(String name, String type, String mana_cost, String text, String power, String toughness, String loyalty, String colors) {
        Text {
            mana_cost = mana_cost == null ? "" : mana_cost;
            text = text == null ? "" : text;
        }
    }

    /** A reference: a label, a name, a player, a number, yes or no; its player, and which one counted from 0. */
    record Ref(@SerializedName("card") String words, String of, Integer nth) {

        static Ref to(String words) {
            return new Ref(words, null, null);
        }

        boolean isNumber() {
            return words.matches("\\d{1,9}");
        }
    }

    record Attack(Ref attacker, Ref whom) {
    }

    record Pay(List<Ref> with, List<Ref> mana, Boolean extra) {
        Pay {
            with = listed(with);
        }
    }

    /** The decisions of floorjudge's engine in one iteration of a step. */
    record Did(String words, List<List<Ref>> targets, String made, String spent, List<String> sources, Integer x) {
        Did {
            targets = listed(targets);
            sources = listed(sources);
        }
    }

    record Step(@SerializedName("do") String kind, String by, Ref source, JsonPrimitive ability, List<Ref> targets, List<Ref> modes, Integer x,
                Pay pay, List<List<Ref>> choose, List<Attack> attackers, String step, @SerializedName("as") String label, List<Did> did) {
        Step {
            targets = listed(targets);
            modes = listed(modes);
            pay = pay == null ? new Pay(null, null, null) : pay;
            choose = listed(choose);
            attackers = listed(attackers);
            did = listed(did);
        }
    }

    /** A step in an iteration (from 1; 0: before the loop), with its place among the steps; `last`: the iteration ends with it. */
    record Played(Step step, int iteration, int index, boolean last) {

        String place() {
            return iteration == 0 ? "before[" + index + "]" : "iteration " + iteration + " body[" + index + "]";
        }

        Did did() {
            List<Did> all = step.did();
            return all.isEmpty() ? new Did(null, null, null, null, null, null) : all.get(Math.min(Math.max(iteration - 1, 0), all.size() - 1));
        }
    }

    private static <T> List<T> listed(List<T> given) {
        return given == null ? List.of() : given;
    }
}
