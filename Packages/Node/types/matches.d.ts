import type { RequestFault, RequestMatch } from "./orders";

export * from "./orders";

/**
 * Which requests are meant: `POST /api/posts/{id}/like`, `/api/posts`, `POST`, or an object.
 *
 * In a path `{slug}` and `*` stand for one segment, `**` for any number of them.
 */
export type RequestPattern = string | RequestMatch;

/** A value that is compared as it is, `null` for none, or a condition. */
export type TextMatch = string | number | boolean | null | Condition;

/** A condition on a text. */
export type Condition =
    | { equals: string }
    | { contains: string }
    /** A regular expression, which matches the whole text; a dot takes line breaks. */
    | { matches: string }
    | { present: true }
    | { absent: true };

/**
 * A value of JSON that is compared with its type (1 is not "1", `null` is null), or a condition.
 */
export type ValueMatch =
    | string
    | number
    | boolean
    | null
    | unknown[]
    | ValueCondition;

/** A condition on a value of JSON. */
export type ValueCondition =
    | { equals: unknown }
    /** The same text, whatever the type, as of "1" and 1. */
    | { looselyEquals: string | number | boolean }
    | { contains: string }
    | { matches: string }
    /** Any value, null too. */
    | { present: true }
    /** No value at all, which null is not. */
    | { absent: true };

/** How often something should have come; a number is for exactly as often. */
export type Count = number | { atLeast?: number; atMost?: number };

/**
 * What goes wrong with requests: a name such as `offline`, `status-503` or `delay-2s`, which
 * `mockpostly fault presets` lists, or an object, whose members are combined.
 */
export type Fault = string | RequestFault;

/** What goes wrong with messages of channels: a name such as `socket-drop`, or an object. */
export type SocketFault = string | {
    socket:
        | "refuse-join"
        | "drop"
        | "delay"
        | "duplicate"
        | "reorder"
        | "patch"
        | "ignore-heartbeats"
        | "phx-error"
        | "half-open"
        | "reset"
        | "close";
    reason?: string;
    delay?: Delay;
    within?: string;
    /** Values for paths in the payload, or a merge patch (RFC 7396). */
    patch?: object;
    remove?: string[];
};

/** A time such as `500ms`, or how times are drawn from random numbers of the world. */
export type Delay =
    | string
    | { uniform: [string, string] }
    | { normal: { mean: string; deviation: string } }
    | { lognormal: { median: string; sigma: number } };

/** Which clients of channels are meant. */
export interface SocketMatch {
    user?: string;
    socket?: number;
    transport?: "websocket" | "longpoll";
    topic?: string;
}
