package opinion;

import mage.cards.Card;
import mage.cards.CardImpl;
import mage.cards.CardSetInfo;
import mage.cards.repository.CardInfo;
import mage.cards.repository.CardRepository;
import mage.constants.Rarity;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the class of a card in the index that `build` has made; a card is compiled when a case first names it. */
final class CardClasses {

    /** The class, set, number and rarity of a card. */
    private record Entry(String type, CardSetInfo printing) {
    }

    final String commit;
    private final Path folder;
    private final Map<String, Entry> index = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    /** The names that floorjudge writes with accents, by XMage's. */
    private final Map<String, String> withAccents = new HashMap<>();

    CardClasses(String folder) throws IOException {
        this.folder = Path.of(folder);
        commit = Files.readString(this.folder.resolve("build/commit")).strip();
        for (String line : Files.readAllLines(this.folder.resolve("build/index.tsv"), StandardCharsets.UTF_8)) {
            String[] fields = line.split("\t");
            index.putIfAbsent(fields[0], new Entry(fields[1], new CardSetInfo(fields[0], fields[2], fields[3], Rarity.valueOf(fields[4]))));
        }
        CardRepository.names = index.keySet();
        CardRepository.byName = name -> {
            Entry entry = index.get(index.containsKey(name) ? name : name.split(" // ")[0]);
            return entry == null ? null : new CardInfo(CardImpl.createCard(entry.type, entry.printing));
        };
    }

    private Entry entry(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        if (!index.containsKey(name) && index.containsKey(plain)) withAccents.put(index.get(plain).printing.getName(), name);
        for (String each : List.of(name, plain, name.split(" // ")[0])) if (index.containsKey(each)) return index.get(each);
        throw new NotPlayed("XMage has no card " + name + ".");
    }

    /** The name as floorjudge has it. */
    String given(String name) {
        return withAccents.getOrDefault(name, name);
    }

    Card make(String name) {
        Entry entry = entry(name);
        Card made = CardImpl.createCard(entry.type, entry.printing);
        if (made == null) throw new NotPlayed("XMage cannot make " + name + ".");
        return made;
    }

    /** Compiles the cards that are not compiled yet. */
    void compile(Collection<String> names) throws IOException {
        List<File> sources = new ArrayList<>();
        for (String name : names) {
            String path = entry(name).type.replace('.', '/');
            if (getClass().getClassLoader().getResource(path + ".class") == null)
                sources.add(folder.resolve("src/Mage.Sets/src/" + path + ".java").toFile());
        }
        if (sources.isEmpty()) return;
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            StringWriter messages = new StringWriter();
            List<String> options = List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"),
                    "-sourcepath", folder.resolve("src/Mage.Sets/src").toString(), "-d", folder.resolve("build/cards").toString());
            if (!compiler.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromFiles(sources)).call())
                throw new NotPlayed("Its cards do not compile: " + messages.toString().lines().findFirst().orElse("?"));
        }
    }
}
