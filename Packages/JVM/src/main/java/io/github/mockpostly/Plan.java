package io.github.mockpostly;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** What a world of a test is like, as annotations say; two that are equal are one world. */
final class Plan {
    private String name = "";
    private WorldOptions options = WorldOptions.fromSeed();

    private Plan() {}

    /**
     * What holds for a parameter or a field: the annotations of the classes around it from the
     * outer to the inner one, of the method, and its own; a later one wins over those before it.
     */
    static Plan of(Optional<MockPostly> own, ExtensionContext context) {
        List<MockPostly> annotations = new ArrayList<>();
        own.ifPresent(annotations::add);
        context.getTestMethod().flatMap(Plan::on).ifPresent(annotations::add);
        Class<?> place = context.getRequiredTestClass();
        for (; place != null; place = place.getEnclosingClass()) {
            on(place).ifPresent(annotations::add);
        }
        Collections.reverse(annotations);
        Plan plan = new Plan();
        annotations.forEach(plan::add);
        return plan;
    }

    static Optional<MockPostly> on(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, MockPostly.class);
    }

    /** What tells it from the other worlds of its test; empty without that. */
    String name() {
        return name;
    }

    WorldOptions options() {
        return options;
    }

    private void add(MockPostly members) {
        addContent(members);
        if (!members.clock().isEmpty()) {
            options = members.frozen()
                    ? options.frozenClock(members.clock())
                    : options.clock(members.clock());
        } else if (members.frozen()) {
            options = options.frozenClock();
        }
        if (members.randomSeed().length > 1) {
            throw new MockPostlyException("a world has one randomSeed, not several");
        } else if (members.randomSeed().length == 1) {
            options = options.randomSeed(members.randomSeed()[0]);
        }
        options = members.ownPort() ? options.ownPort() : options;
        for (String setting : members.settings()) {
            int mark = setting.indexOf('=');
            if (mark < 1) {
                throw new MockPostlyException(
                        "the setting '" + setting + "' is no name=value: dummyjson-writes=keep");
            }
            options = options.setting(setting.substring(0, mark), setting.substring(mark + 1));
        }
        if (!members.ttl().isEmpty()) {
            options = options.timeToLive(members.ttl().equals("none") ? null : members.ttl());
        }
        name = members.name().isEmpty() ? name : members.name();
    }

    private void addContent(MockPostly members) {
        List<WorldOptions> given = new ArrayList<>();
        if (!members.scenario().isEmpty()) {
            given.add(WorldOptions.scenario(members.scenario()));
        }
        if (!members.from().isEmpty()) {
            given.add(WorldOptions.from(members.from()));
        }
        if (!members.seed().isEmpty()) {
            given.add(WorldOptions.seed(Json.parse(members.seed())));
        }
        if (given.size() > 1) {
            throw new MockPostlyException(
                    "a world begins with one of scenario, from and seed, not with several");
        }
        given.forEach(content -> options = options.content(content));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Plan
                && name.equals(((Plan) other).name)
                && options.toString().equals(((Plan) other).options.toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, options.toString());
    }
}
