package opinion;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import org.apache.log4j.BasicConfigurator;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads a case a line and writes an answer a line; lab/docs/second-opinion.md has the protocol. The argument is the folder that `build` made. */
public final class Main {

    /** `Answer` in program.py. */
    private record Answer(String id, String engine, String commit, Map<String, Long> before, List<Map<String, Long>> changes,
                          Session.End end, Session.Impossible cannot, List<String> doubts, String not_played) {
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        // XMage's own prints and its log must not mix with the answers.
        System.setOut(System.err);
        BasicConfigurator.configure();
        Logger.getRootLogger().setLevel(Level.FATAL);
        CardClasses cards = new CardClasses(args[0]);
        Gson gson = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) out.println(gson.toJson(answer(gson.fromJson(line, Case.class), cards)));
    }

    private static Answer answer(Case given, CardClasses cards) {
        String failed;
        try {
            Session played = new Session(given, cards);
            played.play();
            return new Answer(given.id(), "XMage", cards.commit, played.changedBefore, played.changes, played.end, played.cannot, played.doubts, null);
        } catch (NotPlayed why) {
            failed = why.getMessage();
        } catch (Exception | StackOverflowError | NoClassDefFoundError | ExceptionInInitializerError error) {
            failed = "XMage failed: " + error;
        }
        return new Answer(given.id(), "XMage", cards.commit, null, List.of(), null, null, List.of(), failed);
    }
}
