package io.github.mockpostly;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of worlds that show their test, such as {@code FeedTest.newestFirst}, in the dashboard and
 * in paths.
 *
 * <p>They are the same in every run, as are the tokens of a world with a random seed; but in a
 * server that others use too they have a mark of this JVM.
 */
final class WorldNames {
    /** The control plane takes 64; the rest is for the mark and a number. */
    private static final int LONGEST = 52;

    private final String mark;
    private final Map<String, Integer> used = new HashMap<>();

    WorldNames(boolean isOwnServer) {
        mark = isOwnServer ? "" : "-" + Integer.toString(new SecureRandom().nextInt(1_679_616), 36);
    }

    /** A name for a test that no world of this JVM had before. */
    synchronized String next(String test) {
        String name = allowed(test);
        int count = used.merge(name, 1, Integer::sum);
        return name + mark + (count == 1 ? "" : "-" + count);
    }

    /** The letters, digits, underscores and single dots of a name, and dashes for all else. */
    static String allowed(String test) {
        String name = test.replaceAll("[^A-Za-z0-9_.]+", "-").replaceAll("-?\\.[-.]*", ".");
        name = name.substring(0, Math.min(name.length(), LONGEST));
        name = name.replaceAll("^[.-]+|[.-]+$", "");
        return name.isEmpty() ? "test" : name;
    }
}
