package io.github.mockpostly;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** The server that the worlds of tests are in, one for the whole run of this JVM. */
final class SharedServer implements CloseableResource, AutoCloseable {
    static final Namespace NAMESPACE = Namespace.create(MockPostlyExtension.class);

    final MockServer server;
    final WorldNames names;

    private SharedServer(ExtensionContext context) {
        Setup setup = new Setup(context::getConfigurationParameter, System::getenv);
        server = setup.url() == null
                ? MockServer.started(setup.options(), setup)
                : MockServer.attached(setup.url(), setup.adminToken());
        names = new WorldNames(server.isOwn());
    }

    /** The server of the run; it is made when it is first asked for. */
    static SharedServer of(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(
                SharedServer.class, key -> new SharedServer(context), SharedServer.class);
    }

    /**
     * Why tests are skipped: there is no executable, and no server that runs already. Null under CI
     * (the variable CI is set), where nobody would see it: there they fail.
     */
    static String reasonToSkip(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(
                Reason.class, key -> new Reason(context), Reason.class).text;
    }

    /** The reason to skip tests, found once for a run. */
    private static final class Reason {
        final String text;

        Reason(ExtensionContext context) {
            Setup setup = new Setup(context::getConfigurationParameter, System::getenv);
            boolean isNeeded = setup.url() == null && setup.variable("CI") == null;
            text = isNeeded ? Binary.missing(setup) : null;
            if (text != null) {
                System.err.println("Tests that need mockpostly are skipped: " + text);
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
