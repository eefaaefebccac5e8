package io.github.mockpostly;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.opentest4j.TestAbortedException;

/** What {@link MockPostly} does in JUnit 5; {@code @ExtendWith} of it is the same. */
public final class MockPostlyExtension
        implements ExecutionCondition, BeforeAllCallback, TestInstancePreConstructCallback,
                BeforeEachCallback, ParameterResolver, AfterEachCallback {
    private static final int JOURNAL_LINES = 20;

    /**
     * The worlds that the constructor of the next test was given. JUnit runs constructor and test
     * on one thread, but tells only the latter which test it is.
     */
    private static final ThreadLocal<TestWorlds> OF_CONSTRUCTOR = new ThreadLocal<>();

    /** Made by JUnit. */
    public MockPostlyExtension() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String reason = SharedServer.reasonToSkip(context);
        return reason == null
                ? ConditionEvaluationResult.enabled("mockpostly can be started")
                : ConditionEvaluationResult.disabled(reason);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        for (Field field : fields(type, true)) {
            set(field, null, worldsOf(context), context);
        }
    }

    @Override
    public void preConstructTestInstance(
            TestInstanceFactoryContext factory, ExtensionContext context) {
        TestWorlds left = OF_CONSTRUCTOR.get();
        if (left != null && !factory.getOuterInstance().isPresent()) {
            // The constructor before this one failed, so that no test has taken them.
            OF_CONSTRUCTOR.remove();
            left.close();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        TestWorlds worlds = worldsOf(context);
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            for (Field field : fields(instance.getClass(), false)) {
                checkIsAlone(field, context);
                set(field, instance, worlds, context);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == World.class || type == MockServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == MockServer.class) {
            return SharedServer.of(context).server;
        }
        boolean isOfConstructor = parameter.getDeclaringExecutable() instanceof Constructor
                && context.getTestInstanceLifecycle().orElse(null) != Lifecycle.PER_CLASS;
        TestWorlds worlds = isOfConstructor ? worldsOfConstructor(context) : worldsOf(context);
        return worlds.world(Plan.of(parameter.findAnnotation(MockPostly.class), context), context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Throwable failure = context.getExecutionException().orElse(null);
        if (failure == null || failure instanceof TestAbortedException) {
            return;
        }
        TestWorlds worlds = worldsOf(context);
        for (World world : worlds.all()) {
            String journal;
            try {
                journal = world.journal(JOURNAL_LINES) + "\nWritten: " + world.changes();
            } catch (MockPostlyException exception) {
                journal = "There is no journal of world '" + world.name() + "': "
                        + exception.getMessage();
                if (exception.status() == 0) {
                    worlds.forget();
                }
            }
            context.publishReportEntry("mockpostly", journal);
            failure.addSuppressed(new Evidence(journal));
        }
    }

    /** The worlds of the test or the class that a context is of. */
    private static TestWorlds worldsOf(ExtensionContext context) {
        // The store of a test shows what is in that of its class too: so each has its own key.
        String key = context.getUniqueId();
        Store store = context.getStore(SharedServer.NAMESPACE);
        return store.getOrComputeIfAbsent(key, any -> ofTest(context), TestWorlds.class);
    }

    private static TestWorlds ofTest(ExtensionContext context) {
        TestWorlds worlds = context.getTestMethod().isPresent() ? OF_CONSTRUCTOR.get() : null;
        if (worlds == null) {
            return new TestWorlds();
        }
        OF_CONSTRUCTOR.remove();
        Optional<ExtensionContext> place = context.getParent();
        while (place.isPresent()) {
            place.get().getStore(SharedServer.NAMESPACE).remove(worlds);
            place = place.get().getParent();
        }
        return worlds;
    }

    private static TestWorlds worldsOfConstructor(ExtensionContext context) {
        TestWorlds worlds = OF_CONSTRUCTOR.get();
        if (worlds == null) {
            worlds = new TestWorlds();
            OF_CONSTRUCTOR.set(worlds);
            // When no test takes them, they end with the class.
            context.getStore(SharedServer.NAMESPACE).put(worlds, worlds);
        }
        return worlds;
    }

    private static List<Field> fields(Class<?> type, boolean isStatic) {
        return AnnotationSupport.findAnnotatedFields(
                type,
                MockPostly.class,
                field -> Modifier.isStatic(field.getModifiers()) == isStatic,
                HierarchyTraversalMode.TOP_DOWN);
    }

    private static void set(
            Field field, Object instance, TestWorlds worlds, ExtensionContext context) {
        boolean isWorld = field.getType() == World.class;
        if (!isWorld && field.getType() != MockServer.class) {
            throw new MockPostlyException(words(field) + " is a " + field.getType().getName()
                    + "; @MockPostly is for fields of type World or MockServer");
        }
        if (Modifier.isFinal(field.getModifiers())) {
            throw new MockPostlyException(words(field)
                    + " is final; it gets a world for each test");
        }
        Optional<MockPostly> own = Plan.on(field);
        Object value = isWorld
                ? worlds.world(Plan.of(own, context), context)
                : SharedServer.of(context).server;
        try {
            field.setAccessible(true);
            field.set(instance, value);
        } catch (ReflectiveOperationException | RuntimeException exception) {
            throw new MockPostlyException(
                    words(field) + " cannot be set: " + exception.getMessage(), exception);
        }
    }

    /** A field has one value, so tests with one instance cannot each have their own at once. */
    private static void checkIsAlone(Field field, ExtensionContext context) {
        boolean isShared = context.getTestInstanceLifecycle().orElse(null) == Lifecycle.PER_CLASS;
        if (isShared && context.getExecutionMode() == ExecutionMode.CONCURRENT) {
            throw new MockPostlyException(words(field) + " is shared by tests that run at the same "
                    + "time on one instance; take the world as a parameter of the test");
        }
    }

    private static String words(Field field) {
        return "the field " + field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    /**
     * The journal of a world, beside the failure of a test in every report that has stack traces.
     */
    private static final class Evidence extends Exception {
        private static final long serialVersionUID = 1;

        Evidence(String journal) {
            super(journal, null, false, false);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}
