package io.github.mockpostly;

import java.util.List;
import java.util.Map;

/** Writes JSON texts. */
final class JsonWriter {
    private static final String DIGITS = "0123456789abcdef";

    private JsonWriter() {}

    /** Writes what a {@link Json} holds to the end of {@code text}. */
    static void write(Object value, StringBuilder text) {
        if (value instanceof String) {
            string((String) value, text);
        } else if (value instanceof Json) {
            text.append(value);
        } else if (value instanceof Map) {
            object((Map<?, ?>) value, text);
        } else if (value instanceof List) {
            array((List<?>) value, text);
        } else {
            text.append(value); // null, true, false or a number, as Java writes them too
        }
    }

    private static void object(Map<?, ?> members, StringBuilder text) {
        String separator = "{";
        for (Map.Entry<?, ?> member : members.entrySet()) {
            text.append(separator);
            string((String) member.getKey(), text);
            text.append(':').append(member.getValue());
            separator = ",";
        }
        text.append(members.isEmpty() ? "{}" : "}");
    }

    private static void array(List<?> elements, StringBuilder text) {
        String separator = "[";
        for (Object element : elements) {
            text.append(separator).append(element);
            separator = ",";
        }
        text.append(elements.isEmpty() ? "[]" : "]");
    }

    private static void string(String string, StringBuilder text) {
        text.append('"');
        for (int index = 0; index < string.length(); index++) {
            char character = string.charAt(index);
            if (character == '"' || character == '\\') {
                text.append('\\').append(character);
            } else if (character == '\n') {
                text.append("\\n");
            } else if (character < ' ' || isAlone(string, index)) {
                text.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    text.append(DIGITS.charAt(character >> shift & 15));
                }
            } else {
                text.append(character);
            }
        }
        text.append('"');
    }

    /** Whether a character is one half of a pair without the other, which UTF-8 does not have. */
    private static boolean isAlone(String string, int index) {
        char character = string.charAt(index);
        if (Character.isHighSurrogate(character)) {
            return index + 1 == string.length()
                    || !Character.isLowSurrogate(string.charAt(index + 1));
        }
        return Character.isLowSurrogate(character)
                && (index == 0 || !Character.isHighSurrogate(string.charAt(index - 1)));
    }
}
