package opinion;

import mage.cards.Card;
import mage.cards.CardImpl;
import mage.cards.CardSetInfo;
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

/** Which class is which card, from the index that `build` has made; a card is compiled when a case first names it. */
final class CardClasses {

    final String commit;
    private final Path folder;
    private final Map<String, String> byLowerName = new HashMap<>();
    /** The names that floorjudge writes with accents, by XMage's. */
    private final Map<String, String> asGiven = new HashMap<>();

    CardClasses(String folder) throws IOException {
        this.folder = Path.of(folder);
        commit = Files.readString(this.folder.resolve("build/commit")).strip();
        for (String line : Files.readAllLines(this.folder.resolve("build/index.tsv"), StandardCharsets.UTF_8)) {
            String[] fields = line.split("\t");
            CardRepository.index.putIfAbsent(fields[0], new String[]{fields[1], fields[2], fields[3], fields[4]});
            byLowerName.putIfAbsent(fields[0].toLowerCase(), fields[0]);
        }
    }

    /** The name as XMage has it; null for a card that it does not know. */
    String known(String name) {
        String found = byLowerName.get(name.toLowerCase());
        if (found == null) {
            found = byLowerName.get(Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("\\p{M}", "").toLowerCase());
            if (found != null) asGiven.put(found, name);
        }
        return found != null || !name.contains(" // ") ? found : byLowerName.get(name.split(" // ")[0].toLowerCase());
    }

    /** The name as floorjudge has it. */
    String given(String name) {
        return asGiven.getOrDefault(name, name);
    }

    Card make(String name) {
        String known = known(name);
        if (known == null) throw new NotPlayed("XMage has no card " + name + ".");
        String[] entry = CardRepository.index.get(known);
        Card made = CardImpl.createCard(entry[0], new CardSetInfo(known, entry[1], entry[2], Rarity.valueOf(entry[3])));
        if (made == null) throw new NotPlayed("XMage cannot make " + name + ".");
        return made;
    }

    /** Compiles the cards that are not compiled yet. */
    void compile(Collection<String> names) throws IOException {
        List<File> sources = new ArrayList<>();
        for (String name : names) {
            String known = known(name);
            if (known == null) throw new NotPlayed("XMage has no card " + name + ".");
            String path = CardRepository.index.get(known)[0].replace('.', '/');
            if (getClass().getClassLoader().getResource(path + ".class") == null)
                sources.add(folder.resolve("src/Mage.Sets/src/" + path + ".java").toFile());
        }
        if (sources.isEmpty()) return;
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            StringWriter said = new StringWriter();
            List<String> options = List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"),
                    "-sourcepath", folder.resolve("src/Mage.Sets/src").toString(), "-d", folder.resolve("build/cards").toString());
            if (!compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromFiles(sources)).call())
                throw new NotPlayed("Its cards do not compile: " + said.toString().lines().findFirst().orElse("?"));
        }
    }
}
