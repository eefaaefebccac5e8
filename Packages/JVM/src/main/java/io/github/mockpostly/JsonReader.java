package io.github.mockpostly;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a JSON text (RFC 8259) from its beginning to its end; of members with one name the last
 * counts.
 */
final class JsonReader {
    /** So deep may arrays and objects lie in each other. */
    static final int DEEPEST = 500;

    private final String text;
    private int place;

    JsonReader(String text) {
        this.text = text;
    }

    Json document() {
        Json value = value(0);
        skipSpace();
        if (place < text.length()) {
            throw failure("the text goes on after the value");
        }
        return value;
    }

    private Json value(int depth) {
        skipSpace();
        switch (peek()) {
            case '{':
                return object(depth + 1);
            case '[':
                return array(depth + 1);
            case '"':
                return new Json(string());
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Json object(int depth) {
        begin(depth);
        Map<String, Json> members = new LinkedHashMap<>();
        if (!skipTo('}')) {
            do {
                skipSpace();
                if (peek() != '"') {
                    throw failure("a name is missing");
                }
                String name = string();
                if (!skipTo(':')) {
                    throw failure("a ':' is missing");
                }
                members.put(name, value(depth));
            } while (skipTo(','));
            end('}');
        }
        return new Json(Collections.unmodifiableMap(members));
    }

    private Json array(int depth) {
        begin(depth);
        List<Json> elements = new ArrayList<>();
        if (!skipTo(']')) {
            do {
                elements.add(value(depth));
            } while (skipTo(','));
            end(']');
        }
        return new Json(Collections.unmodifiableList(elements));
    }

    private void begin(int depth) {
        if (depth > DEEPEST) {
            throw failure("arrays and objects lie deeper than " + DEEPEST);
        }
        place++;
    }

    private void end(char mark) {
        if (!skipTo(mark)) {
            throw failure("a '" + mark + "' or a ',' is missing");
        }
    }

    private Json word(String word, Object value) {
        if (!text.startsWith(word, place)) {
            throw failure("a value is missing");
        }
        place += word.length();
        return new Json(value);
    }

    private Json number() {
        int start = place;
        skip('-');
        if (!skip('0')) {
            digits(start);
        }
        boolean isWhole = true;
        if (skip('.')) {
            digits(place);
            isWhole = false;
        }
        if (skip('e') || skip('E')) {
            if (!skip('+')) {
                skip('-');
            }
            digits(place);
            isWhole = false;
        }
        String number = text.substring(start, place);
        // 18 digits always fit into 64 bits.
        if (isWhole && number.length() <= 18) {
            return new Json(Long.valueOf(number));
        }
        try {
            BigDecimal decimal = new BigDecimal(number);
            return isWhole && decimal.toBigInteger().bitLength() < 64
                    ? new Json(decimal.longValue())
                    : new Json(decimal);
        } catch (NumberFormatException exception) {
            place = start;
            throw failure("a number has too large an exponent");
        }
    }

    /** Skips one digit at least; {@code start} is where a value would be missing. */
    private void digits(int start) {
        int first = place;
        while (peek() >= '0' && peek() <= '9') {
            place++;
        }
        if (place == first) {
            place = start;
            throw failure(start == first ? "a value or a digit is missing" : "a digit is missing");
        }
    }

    private String string() {
        place++;
        int start = place;
        StringBuilder string = null; // none until there is an escape
        while (true) {
            char character = peek();
            if (character == '"') {
                String rest = text.substring(start, place++);
                return string == null ? rest : string.append(rest).toString();
            } else if (character == '\\') {
                string = string == null ? new StringBuilder() : string;
                string.append(text, start, place);
                string.append(escaped());
                start = place;
            } else if (character < ' ') {
                throw failure(place < text.length() ? "a control character" : "a '\"' is missing");
            } else {
                place++;
            }
        }
    }

    private char escaped() {
        place++;
        char mark = peek();
        int index = "\"\\/bfnrt".indexOf(mark);
        if (index >= 0) {
            place++;
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        int code = 0;
        for (int digit = 1; mark == 'u' && digit <= 4; digit++) {
            place++;
            int value = peek() < 128 ? Character.digit(peek(), 16) : -1;
            code = value < 0 ? -1 : code * 16 + value;
            if (code < 0) {
                mark = 0;
            }
        }
        if (mark != 'u') {
            throw failure("no escape of JSON");
        }
        place++;
        return (char) code;
    }

    /** The next character; 0 at the end, which no JSON text has elsewhere. */
    private char peek() {
        return place < text.length() ? text.charAt(place) : 0;
    }

    private boolean skip(char mark) {
        boolean isThere = peek() == mark;
        if (isThere) {
            place++;
        }
        return isThere;
    }

    private boolean skipTo(char mark) {
        skipSpace();
        return skip(mark);
    }

    private void skipSpace() {
        while (place < text.length() && " \t\n\r".indexOf(text.charAt(place)) >= 0) {
            place++;
        }
    }

    private MockPostlyException failure(String reason) {
        return new MockPostlyException("not JSON at character " + place + ": " + reason);
    }
}
