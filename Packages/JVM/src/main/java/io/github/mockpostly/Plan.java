package io.github.mockpostly;

import java.lang.reflect.AnnotatedElement;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.InvalidPathException;
import java.nio.file.Paths;
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
    private final Class<?> type;

    private Plan(Class<?> type) {
        this.type = type;
    }

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
        Plan plan = new Plan(context.getRequiredTestClass());
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
        options = members.onUnknown().isEmpty() ? options : options.onUnknown(members.onUnknown());
        name = members.name().isEmpty() ? name : members.name();
    }

    /** A seed in JSON, or that of a file, whose path begins at the class of a test. */
    static WorldOptions seed(String seed, Class<?> type) {
        if (seed.trim().startsWith("{")) {
            return WorldOptions.seed(Json.parse(seed));
        }
        URL beside = type.getResource(seed);
        try {
            boolean isFile = beside != null && beside.getProtocol().equals("file");
            return WorldOptions.seedFile(isFile ? Paths.get(beside.toURI()) : Paths.get(seed));
        } catch (URISyntaxException | InvalidPathException exception) {
            throw new MockPostlyException(
                    "the seed '" + seed + "' is neither JSON nor a path", exception);
        }
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
            given.add(seed(members.seed(), type));
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
