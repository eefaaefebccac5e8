package io.github.mockpostly;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A run of test classes inside a test, and what came of it. */
final class TestRun implements TestExecutionListener {
    /** The failures by the name of the test or the container. */
    final Map<String, Throwable> failures = new ConcurrentHashMap<>();
    /** Why tests and containers were skipped, one text each. */
    final List<String> skips = Collections.synchronizedList(new ArrayList<>());
    /** What was published in reports. */
    final List<String> reports = Collections.synchronizedList(new ArrayList<>());
    /** The nanoseconds of each test, with all that its extensions do. */
    final List<Long> times = Collections.synchronizedList(new ArrayList<>());

    private final Map<String, Long> begun = new ConcurrentHashMap<>();

    private TestRun() {}

    /** Runs classes; configuration parameters are names and values by turns. */
    static TestRun of(List<Class<?>> classes, String... parameters) {
        Map<String, String> configuration = new LinkedHashMap<>();
        for (int index = 0; index < parameters.length; index += 2) {
            configuration.put(parameters[index], parameters[index + 1]);
        }
        TestRun run = new TestRun();
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        classes.forEach(each -> request.selectors(selectClass(each)));
        request.configurationParameters(configuration);
        LauncherFactory.create().execute(request.build(), run);
        return run;
    }

    /** Runs classes on eight threads. */
    static TestRun parallel(Class<?>... classes) {
        return of(List.of(classes),
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.mode.default", "concurrent",
                "junit.jupiter.execution.parallel.config.strategy", "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "8");
    }

    /** The failure of the test of a name. */
    Throwable failure(String name) {
        Throwable failure = failures.get(name);
        if (failure == null) {
            throw new AssertionError(name + " did not fail; these did: " + failures);
        }
        return failure;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        begun.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skips.add(reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            times.add(System.nanoTime() - begun.get(test.getUniqueId()));
        }
        boolean isFailed = result.getStatus() == TestExecutionResult.Status.FAILED;
        result.getThrowable().filter(failure -> isFailed).ifPresent(
                failure -> failures.put(name(test.getDisplayName()), failure));
    }

    /** The name of a method without its parameters. */
    private static String name(String displayName) {
        return displayName.replaceAll("\\(.*", "");
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        entry.getKeyValuePairs().forEach((key, value) -> reports.add(key + ": " + value));
    }
}
