package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryTest {
    private static final String SUM =
            "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

    @TempDir Path folder;

    private Setup setup(String... variables) {
        Map<String, String> values =
                variables.length == 0 ? Map.of() : Map.of(variables[0], variables[1]);
        String cache = folder.resolve("cache").toString();
        return new Setup(name -> Optional.empty(), name ->
                name.equals("MOCKPOSTLY_CACHE") ? cache : values.get(name));
    }

    /** A class path with an executable for a platform: three bytes, whose checksum is SUM. */
    private ClassLoader classPath(String platform, String bytes) throws IOException {
        Path place = folder.resolve("jar-" + platform).resolve("META-INF/mockpostly");
        Files.createDirectories(place);
        Files.writeString(place.resolve("binary.properties"), "platform=" + platform
                + "\nversion=1.2.3\nsha256=" + SUM + "\nfile=META-INF/mockpostly/" + platform
                + "\n");
        Files.writeString(place.resolve(platform), bytes);
        URL url = folder.resolve("jar-" + platform).toUri().toURL();
        return new URLClassLoader(new URL[] {url}, null);
    }

    @Test
    void isUnpackedOnceForItsUserAlone() throws IOException {
        ClassLoader loader = classPath("moon-x86_64", "foo");
        Path binary = Path.of(Binary.find(setup(), loader, "moon-x86_64"));
        assertEquals("foo", Files.readString(binary));
        assertEquals(folder.resolve("cache/1.2.3-2c26b46b68ffc68f/mockpostly"), binary);
        for (Path path : new Path[] {binary, binary.getParent()}) {
            assertEquals("rwx------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        }
        Object first = Files.readAttributes(binary, "unix:ino").get("ino");
        Binary.find(setup(), loader, "moon-x86_64");
        assertEquals(first, Files.readAttributes(binary, "unix:ino").get("ino"));
    }

    @Test
    void whatWasChangedIsReplaced() throws IOException {
        ClassLoader loader = classPath("moon-x86_64", "foo");
        Path binary = Path.of(Binary.find(setup(), loader, "moon-x86_64"));
        Files.writeString(binary, "fo");
        assertEquals(binary.toString(), Binary.find(setup(), loader, "moon-x86_64"));
        assertEquals("foo", Files.readString(binary));
    }

    @Test
    void manyMayUnpackAtOnce() throws Exception {
        ClassLoader loader = classPath("moon-x86_64", "foo");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<String> find = () -> Binary.find(setup(), loader, "moon-x86_64");
            threads.invokeAll(Stream.generate(() -> find).limit(100).collect(Collectors.toList()))
                    .forEach(done -> assertEquals("foo", text(Path.of(value(done)))));
        } finally {
            threads.shutdown();
        }
        try (Stream<Path> files = Files.list(folder.resolve("cache/1.2.3-2c26b46b68ffc68f"))) {
            assertEquals(1, files.count());
        }
    }

    private static <T> T value(java.util.concurrent.Future<T> future) {
        try {
            return future.get();
        } catch (Exception exception) {
            throw new AssertionError(exception);
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    @Test
    void whatAKilledJvmHasLeftIsDeleted() throws IOException {
        Path place = Files.createDirectories(folder.resolve("cache/1.2.3-2c26b46b68ffc68f"));
        Path old = Files.createFile(place.resolve("mockpostly1.part"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        Files.createFile(place.resolve("mockpostly2.part"));
        Binary.find(setup(), classPath("moon-x86_64", "foo"), "moon-x86_64");
        try (Stream<Path> files = Files.list(place)) {
            assertEquals(Set.of("mockpostly", "mockpostly2.part"),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    @Test
    void aHomeThatCannotBeWrittenToIsNoHindrance() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Setup setup = new Setup(name -> Optional.empty(), name ->
                name.equals("XDG_CACHE_HOME") ? file.toString() : null);
        Path binary = Path.of(Binary.find(setup, classPath("moon-x86_64", "foo"), "moon-x86_64"));
        assertEquals("foo", Files.readString(binary));
        assertTrue(binary.startsWith(System.getProperty("java.io.tmpdir")), binary.toString());
    }

    @Test
    void aDamagedJarIsRefusedAndLeavesNothing() throws IOException {
        ClassLoader loader = classPath("moon-x86_64", "fox");
        String message = assertThrows(MockPostlyException.class,
                () -> Binary.find(setup(), loader, "moon-x86_64")).getMessage();
        assertTrue(message.contains("the jar is damaged"), message);
        try (Stream<Path> files = Files.list(folder.resolve("cache/1.2.3-2c26b46b68ffc68f"))) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void withoutAnExecutableItSaysWhichThereAre() throws IOException {
        ClassLoader loader = classPath("moon-x86_64", "foo");
        String message = assertThrows(MockPostlyException.class,
                () -> Binary.find(setup(), loader, "mars-aarch64")).getMessage();
        assertTrue(message.startsWith("there is no mockpostly for mars-aarch64 on the class path "
                + "(there is [moon-x86_64])"), message);
        assertTrue(message.contains("scripts/build-release"), message);
    }

    @Test
    void anInstalledOneIsTakenFromThePath() throws IOException {
        Path installed =
                Files.createFile(Files.createDirectory(folder.resolve("bin")).resolve("mockpostly"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Setup setup = setup("PATH", "/nowhere::" + installed.getParent());
        assertEquals(installed.toString(),
                Binary.find(setup, classPath("moon-x86_64", "foo"), "mars-aarch64"));
    }

    @Test
    void aNamedOneHasToBeThere() {
        String message = assertThrows(MockPostlyException.class, () -> Binary.find(
                setup("MOCKPOSTLY_BIN", "/nowhere/mockpostly"))).getMessage();
        assertTrue(message.contains("there is no executable '/nowhere/mockpostly'"), message);
    }

    @Test
    void aFileThatIsNoProgramSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("no-program"), "no program");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        String message = assertThrows(MockPostlyException.class,
                () -> ServerProcess.start(file.toString(), java.util.List.of())).getMessage();
        assertTrue(message.contains("did not start"), message);
    }
}
