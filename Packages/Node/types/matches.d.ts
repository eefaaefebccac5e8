import type { Duration } from "./index";

/**
 * Which requests are meant: `POST /api/posts/{id}/like`, `/api/posts`, `POST`, or an object.
 *
 * In a path `{slug}` and `*` stand for one segment, `**` for any number of them.
 */
export type RequestPattern = string | RequestMatch;

/** Conditions on requests; all of them have to be met. */
export interface RequestMatch {
    /** One method or several, in capital letters. */
    method?: string | string[];
    /** A pattern of the path, or a condition on it. */
    path?: string | Condition;
    /** A route as `mockpostly routes` prints it. */
    route?: string;
    /** The system: `postly`, `dummyjson`, `community`, `pexels`, `wreely`, `realworld`. */
    dialect?: string;
    /** A user by id, e-mail address or username. */
    user?: string;
    /** Conditions on headers. */
    header?: Record<string, TextMatch>;
    /** Conditions on parameters of the query. */
    query?: Record<string, TextMatch>;
    /** A condition on the body as a text. */
    body?: TextMatch;
    /** Members that a JSON body has at least. */
    json?: unknown;
    /** Conditions on values of a JSON body by their paths: `{ "$.author.id": 7 }`. */
    jsonPath?: Record<string, ValueMatch>;
    /** The status of the answer, or a hundred of them such as `4xx`; for the journal alone. */
    status?: number | string;
    /** The name of the fault that the answer has got; for the journal alone. */
    fault?: string;
    /** The number of the stub that gave the answer; for the journal alone. */
    stub?: number;
}

/** Which messages of channels are meant; all conditions have to be met. */
export interface MessageMatch {
    /** `in` from the app, `out` to it. */
    direction?: "in" | "out";
    topic?: TextMatch;
    event?: TextMatch;
    /** A user by id. */
    user?: string;
    /** The number of a socket. */
    socket?: number;
    transport?: "websocket" | "longpoll";
    /** Conditions on values of the payload by their paths: `{ "$.id": 42 }`. */
    payload?: Record<string, ValueMatch>;
    /** A condition on the whole message as a text. */
    body?: TextMatch;
    /** Members or elements that the whole message has at least. */
    json?: unknown;
    /** Conditions on values of the whole message by their paths. */
    jsonPath?: Record<string, ValueMatch>;
}

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

/** What goes wrong with requests; members that cannot be combined are refused. */
export interface RequestFault {
    /** A delay of at most an hour. */
    delay?: Delay;
    /** Where the delay is: before the request is handled, before the answer, between its pieces. */
    at?: "handler" | "answer" | "piece";
    /** The bytes of a piece. */
    piece?: number;
    /** Bytes per second of the answer. */
    bandwidth?: number;
    /** An error in the system's own shape, from 200 to 599. */
    status?: number;
    /** Seconds in `Retry-After`, with 429 and 503. */
    retryAfter?: number;
    connection?: "reset" | "close" | "truncate" | "stall";
    /** Where the connection breaks; a number is bytes of the body. */
    point?: "start" | "head" | "half" | "end" | number;
    stallFor?: string;
    body?:
        | "garbage"
        | "invalidJson"
        | "wrongType"
        | "wrongLength"
        | "badChunk"
        | "loginPage";
    /** `lost`: the request is not handled; `saved`: it is, then the answer is damaged. */
    write?: "lost" | "saved";
}

/** What goes wrong with messages of channels: a name such as `socket-drop`, or an object. */
export type SocketFault = string | {
    socket:
        | "refuse-join"
        | "drop"
        | "delay"
        | "duplicate"
        | "reorder"
        | "ignore-heartbeats"
        | "phx-error"
        | "half-open"
        | "reset"
        | "close";
    reason?: string;
    delay?: Delay;
    within?: string;
};

/** A time such as `500ms`, or how times are drawn from random numbers of the world. */
export type Delay =
    | string
    | { uniform: [string, string] }
    | { normal: { mean: string; deviation: string } }
    | { lognormal: { median: string; sigma: number } };

/** How a fault is called, and how long, how often and when it is there. */
export interface FaultTerms {
    /** How answers and the journal call it. */
    name?: string;
    /** The chance from 0, never, to 1, always. */
    rate?: number;
    /** After how many requests it ends. */
    times?: number;
    /** How many requests come through first. */
    after?: number;
    /** By what `times` and `after` are counted: `world`, `user`, `header:NAME`, `socket`. */
    per?: string;
    /** After how much time of the machine it ends. */
    timeToLive?: Duration;
    /** When it is there, by the world's clock: `up 5s, down 2s, up`. */
    script?: string;
}

/** An answer that a stub gives: one of `body`, `json` and `base64`. */
export interface StubResponse {
    status?: number;
    headers?: Record<string, string | string[]>;
    body?: string;
    json?: unknown;
    base64?: string;
    /** A time such as `500ms`. */
    delay?: Delay;
    /** How often it is given, in a sequence. */
    times?: number;
}

/** How a stub is called, and when it answers. */
export interface StubTerms {
    id?: string;
    /** For how many requests it is there. */
    times?: number;
    /** The lowest goes first, of equals the newest; 5 unless given. */
    priority?: number;
    /** A step of a scenario: the state in which it answers, and that after it. */
    state?: { scenario: string; requires?: string; becomes?: string };
    /** What follows the last response of a sequence. */
    repeating?: "none" | "last" | "all";
}

/** Which clients of channels are meant. */
export interface SocketMatch {
    user?: string;
    socket?: number;
    transport?: "websocket" | "longpoll";
    topic?: string;
}
