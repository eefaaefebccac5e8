package io.github.mockpostly;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** The executable of mockpostly: the one that is named, else one on the class path or the PATH. */
final class Binary {
    /** Every jar with an executable has it: platform, version, sha256, and the name of the file. */
    private static final String INDEX = "META-INF/mockpostly/binary.properties";

    private static final long LONGEST_UNPACKING = TimeUnit.HOURS.toMillis(1);

    private Binary() {}

    /** The path of the executable for this machine. */
    static String find(Setup setup) {
        return find(setup, Binary.class.getClassLoader(), platform());
    }

    /** The path of the executable for a platform, with the jars of a class path. */
    static String find(Setup setup, ClassLoader loader, String platform) {
        String named = setup.binary();
        if (named != null) {
            if (!new File(named).canExecute()) {
                throw new MockPostlyException("there is no executable '" + named
                        + "', which mockpostly.bin or MOCKPOSTLY_BIN names");
            }
            return named;
        }
        try {
            TreeSet<String> others = new TreeSet<>();
            Properties entry = packed(loader, platform, others);
            if (entry != null) {
                return unpacked(loader, entry, setup).toString();
            }
            String onPath = onPath(setup);
            if (onPath != null) {
                return onPath;
            }
            throw new MockPostlyException(missing(platform, others));
        } catch (IOException exception) {
            throw new MockPostlyException(
                    "the executable of mockpostly cannot be unpacked: " + exception, exception);
        }
    }

    /**
     * What to do when there is no executable for this machine and none was named; else null.
     *
     * <p>Nothing is unpacked.
     */
    static String missing(Setup setup) {
        TreeSet<String> others = new TreeSet<>();
        try {
            boolean isThere = setup.binary() != null
                    || packed(Binary.class.getClassLoader(), platform(), others) != null
                    || onPath(setup) != null;
            return isThere ? null : missing(platform(), others);
        } catch (IOException exception) {
            return null; // the start says so
        }
    }

    /** What a jar says of its executable for a platform, or null; others are collected. */
    private static Properties packed(ClassLoader loader, String platform, TreeSet<String> others)
            throws IOException {
        for (URL index : Collections.list(loader.getResources(INDEX))) {
            Properties entry = new Properties();
            try (InputStream input = index.openStream()) {
                entry.load(input);
            }
            if (platform.equals(entry.getProperty("platform"))) {
                return entry;
            }
            others.add(entry.getProperty("platform"));
        }
        return null;
    }

    /** This machine, as in the names of jars: {@code linux-x86_64}. */
    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (system.startsWith("mac") ? "macos" : system.split(" ")[0]) + "-"
                + (processor.equals("amd64") ? "x86_64" : processor);
    }

    private static String missing(String platform, TreeSet<String> others) {
        String version = Binary.class.getPackage().getImplementationVersion();
        return "there is no mockpostly for " + platform + " on the class path ("
                + (others.isEmpty() ? "there is none at all" : "there is " + others)
                + "), and none in PATH. Add the jar mockpostly-binary-"
                + (version == null ? "VERSION" : version) + "-" + platform + ".jar;"
                + " or build it from its sources by scripts/build-release and name it with"
                + " MOCKPOSTLY_BIN; or name a running server with MOCKPOSTLY_URL.";
    }

    private static String onPath(Setup setup) {
        String path = setup.variable("PATH");
        for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
            File file = new File(folder, "mockpostly");
            if (!folder.isEmpty() && file.isFile() && file.canExecute()) {
                return file.getPath();
            }
        }
        return null;
    }

    /**
     * The executable in the user's cache; where that cannot be written to, as in some containers,
     * in a folder of this JVM alone.
     */
    private static Path unpacked(ClassLoader loader, Properties entry, Setup setup)
            throws IOException {
        if (setup.cache() != null) {
            return unpacked(loader, entry, Paths.get(setup.cache()));
        }
        try {
            return unpacked(loader, entry, userCache(setup).resolve("mockpostly"));
        } catch (FileSystemException exception) {
            Path own = Files.createTempDirectory("mockpostly");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(own.toFile())));
            return unpacked(loader, entry, own);
        }
    }

    private static Path userCache(Setup setup) throws IOException {
        String named = setup.variable("XDG_CACHE_HOME");
        if (named != null) {
            return Paths.get(named);
        }
        Path home = Paths.get(System.getProperty("user.home"));
        if (!home.isAbsolute()) {
            throw new FileSystemException(home.toString(), null, "the user has no home");
        }
        return home.resolve(platform().startsWith("macos") ? "Library/Caches" : ".cache");
    }

    /**
     * The executable in a folder, copied from the class path when it is not there yet.
     *
     * <p>Several JVMs may do so at once: each writes a file of its own, and the last one to rename
     * it wins with the same bytes.
     */
    private static Path unpacked(ClassLoader loader, Properties entry, Path cache)
            throws IOException {
        String sum = entry.getProperty("sha256");
        Path folder = cache.resolve(entry.getProperty("version") + "-" + sum.substring(0, 16));
        Path binary = folder.resolve("mockpostly");
        if (Files.isExecutable(binary) && sum.equals(sum(binary))) {
            return binary;
        }
        Files.createDirectories(folder);
        // The user's alone: nobody else may put another program here.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        deleteOldParts(folder.toFile());
        Path part = Files.createTempFile(folder, "mockpostly", ".part");
        try (InputStream packed = loader.getResourceAsStream(entry.getProperty("file"))) {
            if (packed == null) {
                throw new IOException("the jar has no " + entry.getProperty("file"));
            }
            Files.copy(packed, part, StandardCopyOption.REPLACE_EXISTING);
            if (!sum.equals(sum(part))) {
                throw new IOException("the jar is damaged: the checksum of "
                        + entry.getProperty("file") + " is not " + sum);
            }
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwx------"));
            Files.move(part, binary, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        return binary;
    }

    /** Deletes what JVMs have left that were killed while they unpacked. */
    private static void deleteOldParts(File folder) {
        File[] parts = folder.listFiles((place, name) -> name.endsWith(".part"));
        for (File part : parts == null ? new File[0] : parts) {
            if (System.currentTimeMillis() - part.lastModified() > LONGEST_UNPACKING) {
                part.delete();
            }
        }
    }

    private static void delete(File file) {
        File[] inside = file.listFiles();
        for (File each : inside == null ? new File[0] : inside) {
            delete(each);
        }
        file.delete();
    }

    private static String sum(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream input = new DigestInputStream(Files.newInputStream(file), digest)) {
                byte[] piece = new byte[65536];
                while (input.read(piece) >= 0) {
                    // The digest reads along.
                }
            }
            StringBuilder sum = new StringBuilder();
            for (byte part : digest.digest()) {
                sum.append(String.format("%02x", part));
            }
            return sum.toString();
        } catch (NoSuchAlgorithmException exception) {
            throw new IOException(exception);
        }
    }
}
