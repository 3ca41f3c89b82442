package opinion;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.apache.log4j.BasicConfigurator;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads a case a line and answers with a line; lab/docs/second-opinion.md has the protocol. The argument is the folder that `build` made. */
public final class Main {

    public static void main(String[] args) throws Exception {
        BasicConfigurator.configure();
        Logger.getRootLogger().setLevel(Level.FATAL);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        // Whatever else prints, prints to the other stream.
        System.setOut(System.err);
        CardClasses cards = new CardClasses(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) if (!line.isBlank()) out.println(answer(line, cards));
    }

    private static JsonObject answer(String line, CardClasses cards) {
        JsonObject found = new JsonObject();
        found.addProperty("id", "?");
        found.addProperty("engine", "XMage");
        found.addProperty("commit", cards.commit);
        found.add("before", JsonNull.INSTANCE);
        found.add("changes", new JsonArray());
        found.add("end", JsonNull.INSTANCE);
        found.add("cannot", JsonNull.INSTANCE);
        found.add("doubts", new JsonArray());
        found.add("not_played", JsonNull.INSTANCE);
        try {
            JsonObject given = JsonParser.parseString(line).getAsJsonObject();
            found.addProperty("id", Case.text(given, "id"));
            Session session = new Session(new Case(given), cards);
            session.play();
            if (session.changedBefore != null) found.add("before", amounts(session.changedBefore));
            for (Map<String, Long> change : session.changes) found.getAsJsonArray("changes").add(amounts(change));
            session.doubts.forEach(found.getAsJsonArray("doubts")::add);
            if (session.end != null) found.add("end", session.end);
            if (session.cannot != null) found.add("cannot", session.cannot);
        } catch (NotPlayed why) {
            found.addProperty("not_played", why.getMessage());
        } catch (Exception | StackOverflowError | NoClassDefFoundError | ExceptionInInitializerError error) {
            found.addProperty("not_played", "XMage failed: " + error);
        }
        return found;
    }

    private static JsonObject amounts(Map<String, Long> change) {
        JsonObject amounts = new JsonObject();
        change.forEach(amounts::addProperty);
        return amounts;
    }
}
