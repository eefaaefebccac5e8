package io.github.mockpostly;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** The worlds of one test, or of one class: one for each plan. They are deleted with it. */
final class TestWorlds implements CloseableResource, AutoCloseable {
    private final Map<Plan, World> worlds = new LinkedHashMap<>();

    /** The world of a plan; it is made when it is first asked for. */
    synchronized World world(Plan plan, ExtensionContext context) {
        World world = worlds.get(plan);
        if (world == null) {
            SharedServer shared = SharedServer.of(context);
            String own = plan.name().isEmpty() ? "" : "." + plan.name();
            String name = shared.names.next(words(context) + own);
            world = shared.server.makeWorld(plan.options().named(name));
            worlds.put(plan, world);
        }
        return world;
    }

    synchronized List<World> all() {
        return new ArrayList<>(worlds.values());
    }

    /**
     * Deletes no world of a server that answers no more, as a failure of the test has said already.
     */
    synchronized void forget() {
        worlds.clear();
    }

    /** Deletes the worlds. */
    @Override
    public synchronized void close() {
        RuntimeException first = null;
        for (World world : worlds.values()) {
            try {
                world.close();
            } catch (MockPostlyException exception) {
                first = first == null ? exception : first;
            }
        }
        worlds.clear();
        if (first != null) {
            throw first;
        }
    }

    private static String words(ExtensionContext context) {
        String type = context.getRequiredTestClass().getSimpleName();
        return context.getTestMethod().map(method -> type + "." + method.getName()).orElse(type);
    }
}
