package io.github.mockpostly;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the server of tests is, as properties and variables say.
 *
 * <p>A property, of JUnit's configuration or of the JVM, wins over the variable.
 */
final class Setup {
    private final Function<String, Optional<String>> properties;
    private final Function<String, String> variables;

    Setup(Function<String, Optional<String>> properties, Function<String, String> variables) {
        this.properties = properties;
        this.variables = variables;
    }

    static Setup ofEnvironment() {
        return new Setup(
                name -> Optional.ofNullable(System.getProperty(name)), System::getenv);
    }

    /** The server to attach to, or null to start one. */
    String url() {
        return value("mockpostly.url", "MOCKPOSTLY_URL");
    }

    /** The executable, or null for the one on the class path. */
    String binary() {
        return value("mockpostly.bin", "MOCKPOSTLY_BIN");
    }

    /** The token of the control plane, or null. */
    String adminToken() {
        return value("mockpostly.adminToken", "MOCKPOSTLY_ADMIN_TOKEN");
    }

    /** Where executables are unpacked, or null for the usual folder. */
    String cache() {
        return value("mockpostly.cache", "MOCKPOSTLY_CACHE");
    }

    /** Options for the server that is started. */
    List<String> options() {
        String options = value("mockpostly.options", null);
        return options == null ? List.of() : List.of(options.trim().split("\\s+"));
    }

    /** The value of a variable of the machine, or null when it is not set or empty. */
    String variable(String name) {
        String value = variables.apply(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private String value(String property, String variable) {
        String value = properties.apply(property).orElse("").trim();
        return !value.isEmpty() ? value : variable == null ? null : variable(variable);
    }
}
