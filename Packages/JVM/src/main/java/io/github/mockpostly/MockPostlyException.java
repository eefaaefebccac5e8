package io.github.mockpostly;

/** Why the mock server cannot do what a test asks for; never a response of a mocked API. */
public class MockPostlyException extends RuntimeException {
    private static final long serialVersionUID = 1;
    /** The status with which the control plane refused, or 0. */
    private final int status;

    MockPostlyException(String message) {
        this(message, 0);
    }

    MockPostlyException(String message, int status) {
        super(message);
        this.status = status;
    }

    MockPostlyException(String message, Throwable cause) {
        super(message, cause);
        this.status = 0;
    }

    /**
     * The status with which the control plane refused; 0 when it did not.
     *
     * @return the status
     */
    public int status() {
        return status;
    }

    /** The failure for a refusal, in the words of its problem document (RFC 9457). */
    static MockPostlyException refusal(Answer answer) {
        Part problem = Part.of(answer);
        String detail = problem.text("detail");
        String hint = problem.text("hint");
        if (detail == null) {
            String words = "the control plane answers " + answer.status() + ": " + answer.text();
            return new MockPostlyException(words, answer.status());
        }
        // A detail of many lines has a mistake on each.
        String space = detail.indexOf('\n') < 0 ? " " : "\n";
        String words = hint == null ? detail : detail + space + hint;
        return new MockPostlyException(words, answer.status());
    }
}
