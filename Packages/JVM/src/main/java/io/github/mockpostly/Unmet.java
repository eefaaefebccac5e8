package io.github.mockpostly;

import java.util.Arrays;
import java.util.List;

/** An expectation of a test that is not met; the message says what came nearest. */
public class Unmet extends AssertionError {
    private static final long serialVersionUID = 1;
    private static final List<String> OWN = List.of(
            Unmet.class.getName(), WorldChecks.class.getName(), WorldSockets.class.getName());

    Unmet(String message) {
        super(message);
        // The line of the test comes first, as in the failures of other assertions.
        setStackTrace(Arrays.stream(getStackTrace())
                .filter(frame -> !OWN.contains(frame.getClassName()))
                .toArray(StackTraceElement[]::new));
    }

    /** What is not met, in lines for a person. */
    static Unmet of(String words, Part document, String world) {
        StringBuilder text = new StringBuilder("Expected ").append(words).append(".");
        String detail = document.text("detail") == null ? "" : document.text("detail");
        Iterable<Part> nearest = document.parts("nearest");
        boolean hasNearest = nearest.iterator().hasNext();
        // The detail repeats the nearest one, for those who read no more than that.
        int repeated = hasNearest ? detail.indexOf(" The nearest is number ") : -1;
        text.append("\n").append(repeated < 0 ? detail : detail.substring(0, repeated));
        String numbers = document.json("numbers").toString();
        if (numbers.length() > "[]".length() && numbers.startsWith("[")) {
            text.append("\nWhat came: number ");
            text.append(numbers.substring(1, numbers.length() - 1).replace(",", ", ")).append(".");
        }
        for (Part miss : nearest) {
            text.append("\nNearest: number ").append(miss.integer("number"));
            text.append(", ").append(miss.text("summary"));
            for (Part difference : miss.parts("differences")) {
                String found = difference.text("found");
                text.append("\n    ").append(difference.text("part")).append(" is ");
                text.append(found == null ? "absent" : "'" + found + "'");
                text.append(", wanted ").append(difference.text("wanted"));
            }
        }
        String hint = document.text("hint");
        // The detail of a verdict names the clients already; this hint says where the nearest are.
        boolean says = !hasNearest && hint != null && document.json("verdict").isNull();
        if (says && !hint.startsWith("What nearly fits is in 'nearest'")) {
            text.append("\n").append(hint);
        }
        if (document.integer("dropped") > 0) {
            text.append("\nThe journal has dropped ").append(document.integer("dropped"));
            text.append(" entries.");
        }
        return new Unmet(text.append("\nThe world is '").append(world).append("'.").toString());
    }
}
