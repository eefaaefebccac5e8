package io.github.mockpostly;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Texts as the control plane has them. */
final class Text {
    private static final String UNRESERVED =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us"};
    private static final long[] MICROSECONDS = {
        86_400_000_000L, 3_600_000_000L, 60_000_000L, 1_000_000L, 1_000L, 1L
    };
    /** Longer than the range of years that a clock can show. */
    private static final Duration LONGEST = Duration.ofSeconds(1_000_000_000_000L);

    private Text() {}

    /**
     * A text as it can stand in a path or a query: all but unreserved characters are encoded (RFC
     * 3986, 2.3).
     */
    static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
            if (part > 0 && UNRESERVED.indexOf(part) >= 0) {
                encoded.append((char) part);
            } else {
                encoded.append(String.format("%%%02X", part));
            }
        }
        return encoded.toString();
    }

    /** A name as a part of a path; refuses what no name is. */
    static String segment(String name) {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new MockPostlyException("'" + name + "' cannot be a name");
        }
        return encode(name);
    }

    /** The shortest text for a duration, to the microsecond: {@code 2h30m}, {@code -500ms}. */
    static String duration(Duration duration) {
        if (duration.isNegative()) {
            return "-" + duration(duration.negated());
        }
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        long rest = bounded.getSeconds() * 1_000_000 + bounded.getNano() / 1000;
        if (rest == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        for (int unit = 0; unit < UNITS.length; unit++) {
            if (rest >= MICROSECONDS[unit]) {
                text.append(rest / MICROSECONDS[unit]).append(UNITS[unit]);
                rest %= MICROSECONDS[unit];
            }
        }
        return text.toString();
    }

    /** The text of bytes; throws when they are not UTF-8. */
    static String strictUtf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException exception) {
            throw new MockPostlyException("the text is not UTF-8");
        }
    }

    /** The first {@code most} characters of a text, with a mark when there are more. */
    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
