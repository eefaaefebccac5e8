package io.github.mockpostly;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** What the worlds of a test are like, as annotations say. */
final class Plan {
    /** An annotation without members. */
    @MockPostly
    private static final class Plain {}

    static final MockPostly PLAIN = Plain.class.getAnnotation(MockPostly.class);

    private Plan() {}

    /**
     * The annotation that holds for a parameter or a field: its own one when that has members, or
     * else that of the test's method, or else that of its class or of one around it.
     */
    static MockPostly of(Optional<MockPostly> own, ExtensionContext context) {
        if (own.isPresent() && !own.get().equals(PLAIN)) {
            return own.get();
        }
        Optional<MockPostly> wide = context.getTestMethod().flatMap(Plan::on);
        for (Class<?> place = context.getRequiredTestClass();
                wide.isEmpty() && place != null;
                place = place.getEnclosingClass()) {
            wide = on(place);
        }
        return wide.orElse(PLAIN);
    }

    static Optional<MockPostly> on(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, MockPostly.class);
    }

    /** The options of a world as an annotation has them. */
    static WorldOptions options(MockPostly plan) {
        WorldOptions options = content(plan);
        if (plan.frozen()) {
            options = options.frozenClock(plan.clock().isEmpty() ? "real" : plan.clock());
        } else if (!plan.clock().isEmpty()) {
            options = options.clock(plan.clock());
        }
        if (plan.randomSeed().length > 1) {
            throw new MockPostlyException("a world has one randomSeed, not several");
        } else if (plan.randomSeed().length == 1) {
            options = options.randomSeed(plan.randomSeed()[0]);
        }
        options = plan.ownPort() ? options.ownPort() : options;
        for (String setting : plan.settings()) {
            int mark = setting.indexOf('=');
            if (mark < 1) {
                throw new MockPostlyException(
                        "the setting '" + setting + "' is no name=value: dummyjson-writes=keep");
            }
            options = options.setting(setting.substring(0, mark), setting.substring(mark + 1));
        }
        return plan.ttl().isEmpty() ? options
                : options.timeToLive(plan.ttl().equals("none") ? (String) null : plan.ttl());
    }

    private static WorldOptions content(MockPostly plan) {
        int given = (plan.scenario().isEmpty() ? 0 : 1) + (plan.from().isEmpty() ? 0 : 1)
                + (plan.seed().isEmpty() ? 0 : 1);
        if (given > 1) {
            throw new MockPostlyException(
                    "a world begins with one of scenario, from and seed, not with several");
        }
        if (!plan.scenario().isEmpty()) {
            return WorldOptions.scenario(plan.scenario());
        } else if (!plan.seed().isEmpty()) {
            return WorldOptions.seed(Json.parse(plan.seed()));
        }
        return plan.from().isEmpty() ? WorldOptions.fromSeed() : WorldOptions.from(plan.from());
    }
}
