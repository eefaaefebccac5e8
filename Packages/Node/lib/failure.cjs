"use strict";

/** Why mockpostly cannot do what a test asks for; never an answer of a mocked system. */
class Failure extends Error {
    /**
     * @param {string} message what went wrong, for a person
     * @param {{ status?: number, problem?: object, cause?: unknown }} [details]
     */
    constructor(message, { status, problem, cause } = {}) {
        super(message, cause === undefined ? undefined : { cause });
        this.name = "MockpostlyFailure";
        this.status = status;
        this.problem = problem;
    }
}

/** There is no program to run, and none was named; the message says what to do. */
class Missing extends Failure {}

/** A check of a world that is not met. */
class Unmet extends Failure {
    constructor(message, details) {
        super(message, details);
        this.name = "MockpostlyUnmet";
    }
}

/** The failure for a refusal, in the words of its problem document (RFC 9457). */
function refusal(answer) {
    const problem = answer.json;
    const { status } = answer;
    if (typeof problem?.detail !== "string") {
        return new Failure(
            `the control plane answers ${status}: ${answer.text}`,
            { status },
        );
    }
    // A detail of many lines has a mistake on each.
    const space = problem.detail.includes("\n") ? "\n" : " ";
    const message = [problem.detail, problem.hint].filter(Boolean).join(space);
    return new Failure(message, { status, problem });
}

/** The error for a check of `words` that is not met, with what came nearest. */
function unmet(problem, words, world) {
    const nearest = problem.nearest ?? [];
    const detail = problem.detail ?? "";
    // The detail repeats the nearest one, for those who read no more than that.
    const lines = [
        `Expected ${words}.`,
        nearest.length ? detail.split(" The nearest is number ")[0] : detail,
    ];
    if (problem.numbers?.length) {
        lines.push(`What came: number ${problem.numbers.join(", ")}.`);
    }
    for (const miss of nearest) {
        lines.push(`Nearest: number ${miss.number}, ${miss.summary}`);
        for (const { part, found, wanted } of miss.differences ?? []) {
            const is = found === null || found === undefined ? "absent" : `'${found}'`;
            lines.push(`    ${part} is ${is}, wanted ${wanted}`);
        }
    }
    const isAboutNearest = problem.hint?.startsWith(
        "What nearly fits is in 'nearest'",
    );
    if (
        !nearest.length && !problem.verdict && problem.hint && !isAboutNearest
    ) {
        lines.push(problem.hint);
    }
    if (problem.dropped > 0) {
        lines.push(`The journal has dropped ${problem.dropped} entries.`);
    }
    lines.push(`The world is '${world}'.`);
    return new Unmet(lines.join("\n"), { status: 422, problem });
}

module.exports = { Failure, Missing, Unmet, refusal, unmet };
