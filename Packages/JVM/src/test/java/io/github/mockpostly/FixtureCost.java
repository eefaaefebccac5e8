package io.github.mockpostly;

import java.util.Collections;
import java.util.List;

/**
 * Measures what a world costs a test, over 1,000 tests that do nothing but to have one.
 *
 * <p>It is judged only where {@code MOCKPOSTLY_COST_LIMIT} says how many milliseconds it may take:
 * on a busy machine most of the time is spent waiting for a processor.
 */
final class FixtureCost {
    private FixtureCost() {}

    public static void main(String[] arguments) {
        TestRun.of(List.of(Samples.Idle.class)); // the JVM compiles what is used often
        double alone = median(TestRun.of(List.of(Samples.Idle.class)));
        double bare = median(TestRun.of(List.of(Samples.Bare.class)));
        long begun = System.nanoTime();
        double parallel = median(TestRun.parallel(Samples.Idle.class));
        double whole = (System.nanoTime() - begun) / 1e6;
        System.out.printf("1,000 tests with a world: %.2f ms each (median; %.2f ms without one). "
                + "On eight threads %.0f ms for all, %.2f ms each%n", alone, bare, whole, parallel);
        String limit = System.getenv("MOCKPOSTLY_COST_LIMIT");
        if (limit != null && alone - bare > Double.parseDouble(limit)) {
            System.err.println("that is more than " + limit + " ms");
            System.exit(1);
        }
    }

    private static double median(TestRun run) {
        if (!run.failures.isEmpty()) {
            throw new AssertionError(run.failures.toString());
        }
        Collections.sort(run.times);
        return run.times.get(run.times.size() / 2) / 1e6;
    }
}
