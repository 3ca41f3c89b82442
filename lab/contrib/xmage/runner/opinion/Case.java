package opinion;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.util.ArrayList;
import java.util.List;

/** A case as floorjudge writes it out: a position, the steps before, and the body; lab/docs/second-opinion.md has the protocol. */
final class Case {

    /** What somebody means: words, whose it is (a seat, or null), which one counted from 0 (or null), how much it gets (or null). */
    record Ref(String words, String of, Integer nth, Integer amount) {
        static Ref read(JsonElement e) {
            if (!e.isJsonObject()) return new Ref(words(e), null, null, null);
            JsonObject o = e.getAsJsonObject();
            return new Ref(words(o.get("card")), text(o, "of"), number(o, "nth"), number(o, "amount"));
        }

        private static String words(JsonElement e) {
            String s = e.getAsString();
            return s.equals("true") ? "yes" : s.equals("false") ? "no" : s;
        }

        boolean isNumber() {
            return words.matches("\\d{1,9}");
        }
    }

    /** One step: the object itself, where it stands, and what it answers if it is asked. */
    static final class Step {
        final JsonObject given;
        final String kind;
        final int iteration;
        final int index;
        final boolean last;

        Step(JsonObject given, int iteration, int index, boolean last) {
            this.given = given;
            this.kind = given.get("do").getAsString();
            this.iteration = iteration;
            this.index = index;
            this.last = last;
        }

        String place() {
            return iteration == 0 ? "before[" + index + "]" : "iteration " + iteration + " body[" + index + "]";
        }

        /** What floorjudge's engine did by itself in this step of this iteration; empty where that is not said. */
        JsonObject did() {
            JsonArray all = list(given, "did");
            return all.isEmpty() ? new JsonObject() : all.get(Math.min(Math.max(iteration - 1, 0), all.size() - 1)).getAsJsonObject();
        }

        Ref source() {
            return given.has("source") ? Ref.read(given.get("source")) : null;
        }
    }

    final JsonObject given;
    final int players;
    final List<String> names = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    final int iterations;
    final int most;

    Case(JsonObject given) {
        this.given = given;
        players = given.has("players") ? given.get("players").getAsInt() : list(given, "life").size();
        for (int seat = 0; seat < players; seat++) {
            JsonArray named = list(given, "names");
            names.add(seat < named.size() ? named.get(seat).getAsString() : "Player " + (seat + 1));
        }
        iterations = given.get("iterations").getAsInt();
        most = number(given, "most", Integer.MAX_VALUE);
        add("before", 0);
        for (int iteration = 1; iteration <= iterations; iteration++) add("body", iteration);
    }

    private void add(String which, int iteration) {
        JsonArray all = list(given, which);
        for (int i = 0; i < all.size(); i++) steps.add(new Step(all.get(i).getAsJsonObject(), iteration, i, i == all.size() - 1));
    }

    /** What one player has in a zone. */
    List<JsonObject> things(String zone, int seat) {
        List<JsonObject> found = new ArrayList<>();
        JsonArray all = list(given, zone);
        for (JsonElement each : seat < all.size() ? all.get(seat).getAsJsonArray() : new JsonArray()) {
            JsonObject thing = each.isJsonObject() ? each.getAsJsonObject() : new JsonObject();
            if (!each.isJsonObject()) thing.add("card", each);
            found.add(thing);
        }
        return found;
    }

    static JsonArray list(JsonObject o, String name) {
        return o != null && o.has(name) && o.get(name).isJsonArray() ? o.get(name).getAsJsonArray() : new JsonArray();
    }

    static String text(JsonObject o, String name) {
        return o.has(name) && !o.get(name).isJsonNull() ? o.get(name).getAsString() : null;
    }

    static Integer number(JsonObject o, String name) {
        return o.has(name) && !o.get(name).isJsonNull() ? o.get(name).getAsInt() : null;
    }

    static int number(JsonObject o, String name, int otherwise) {
        Integer found = number(o, name);
        return found == null ? otherwise : found;
    }

    static boolean flag(JsonObject o, String name) {
        return o.has(name) && o.get(name).isJsonPrimitive() && o.get(name).getAsJsonPrimitive().isBoolean() && o.get(name).getAsBoolean();
    }
}
