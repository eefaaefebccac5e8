// Made by scripts/schemas of openapi-control.yaml; changes are lost.

import type { Duration } from "./index";
import type { Condition, Delay, TextMatch, ValueMatch } from "./matches";

/** What goes wrong with a request; members that cannot be combined are refused. */
export interface RequestFault {
    /** A delay of at most 1h, or a distribution of times. */
    delay?: Delay;
    /**
     * Where the delay is; default: handler. Before the request is handled, before the answer, or
     * before each piece of it.
     */
    at?: "handler" | "answer" | "piece";
    /** Bytes of a piece; default: 1024. */
    piece?: number;
    /** Bytes per second of the answer. */
    bandwidth?: number;
    /**
     * Bytes per second at which the body of the request is read. It is decided when the head is
     * there: a condition on the body is not met.
     */
    uploadBandwidth?: number;
    /**
     * An error in the system's own words. With `patch` or `remove`, the status of the real answer.
     */
    status?: number;
    /** Seconds, with 429 and 503. */
    retryAfter?: number;
    /**
     * How the connection breaks. `refuse`: connections to the port that the world has alone are
     * refused, and `tls`: TLS handshakes fail. Both come before any request, so that there is no
     * `match`.
     */
    connection?: "reset" | "close" | "truncate" | "stall" | "refuse" | "tls";
    /** Where in the answer; a number is bytes of the body. */
    point?: "start" | "head" | "half" | "end" | number;
    /** How long a connection stalls; default: 1m. */
    stallFor?: string;
    /** How the body is broken. */
    body?: "garbage" | "invalidJson" | "wrongType" | "wrongLength" | "badChunk" | "loginPage";
    /**
     * What is changed in the JSON of the real answer. A merge patch (RFC 7396): members take the
     * place of those of the answer, `null` removes one. If the names are paths, as in
     * `{"$.posts[1].author": null, "$.posts[*].likes": "many"}`, each value is put there as it is.
     */
    patch?: Record<string, unknown>;
    /**
     * Paths that are removed from the real answer. Paths such as `$.posts[0]._id` and
     * `$.posts[*].tags`.
     */
    remove?: string[];
    /**
     * Fields of the answer that are set or removed. A text, a list of texts, or `null` to remove
     * it, for each name. Fields that the server writes itself are refused: `Connection`,
     * `Content-Length`, `Date`, `Keep-Alive`, `Transfer-Encoding`, `Upgrade`.
     */
    headers?: Record<string, string | string[] | null>;
    /**
     * Whether the request is handled all the same. `lost`: it is not. `saved`: it is handled and
     * committed, then the answer is damaged. Without it, it is handled if something of its answer
     * is sent.
     */
    write?: "lost" | "saved";
}

/** How a fault is called, and how long, how often and when it is there. */
export interface FaultTerms {
    /** What answers and the log call it. Without it, the name of `fault`. Not of digits alone. */
    name?: string;
    /** The chance of each request, from 0 to 1. It repeats with the world's random seed. */
    rate?: number;
    /** Only so many requests. */
    times?: number;
    /** Let so many requests through first. */
    after?: number;
    /**
     * What `times` and `after` count by. The first 1,000 users or values are counted alone, all
     * others together. `header` is for requests, `socket` for messages of sockets.
     */
    per?: string;
    /**
     * Only when these steps say down: 'up 5s, down 2s, up'. By the world's clock from now on. The
     * last step lasts if it has no time; with `repeat` as the last word the steps begin again.
     * Without `fault` it is `offline`.
     */
    script?: string;
    /**
     * Delete it after this time; default: never. By the machine's clock; null for as long as its
     * world.
     */
    timeToLive?: Duration;
}

/** As a single response; `times` says how often it is given, 1 by default. */
export interface StubResponse {
    /** Status of the answer; default: 200, or the real one. */
    status?: number;
    /**
     * A text, or a list of texts, for each name. Fields that the server writes itself are refused:
     * `Connection`, `Content-Length`, `Date`, `Keep-Alive`, `Transfer-Encoding`, `Upgrade`. Of the
     * real answer, they take the place of fields with their names, and `null` removes one.
     */
    headers?: Record<string, string | string[] | null>;
    /** The body as a text. */
    body?: string;
    /** The body as JSON. */
    json?: unknown;
    /** The body in base64, with padding. */
    base64?: string;
    /**
     * What is changed in the JSON of the real answer. A merge patch (RFC 7396): members take the
     * place of those of the answer, `null` removes one. If the names are paths, as in
     * `{"$.posts[1].author": null, "$.posts[*].likes": "many"}`, each value is put there as it is.
     */
    patch?: Record<string, unknown>;
    /**
     * Paths that are removed from the real answer. Paths such as `$.posts[0]._id` and
     * `$.posts[*].tags`.
     */
    remove?: string[];
    /**
     * Whether the real system answers. True with `patch` and `remove`. `status`, `headers` and
     * `delay` beside it are those of the real answer.
     */
    real?: boolean;
    /** The time before the answer is sent, at most 1h. */
    delay?: Delay;
    /** How often it is given; default: 1. */
    times?: number;
}

/** How a stub is called, and when it answers. */
export interface StubTerms {
    /** Name for the stub; default: its number. */
    id?: string;
    /**
     * What follows the last response of a sequence. The next stub or the real behaviour, the last
     * response for ever, or the sequence again.
     */
    repeating?: "none" | "last" | "all";
    /** How many requests to answer; default: all. */
    times?: number;
    /** Let so many requests through first. */
    after?: number;
    /** The lowest number goes first; default: 5. Of equals the newest stub. */
    priority?: number;
    /**
     * Delete it after this time; default: never. By the machine's clock; null for as long as its
     * world.
     */
    ttl?: string;
    /** The step of a scenario that it takes part in. */
    state?: { scenario: string; requires?: string; becomes?: string };
}

/** Conditions on requests; all of them have to be met. */
export interface RequestMatch {
    /** One method in capitals, or a list of them. GET does not stand for HEAD. */
    method?: string | string[];
    /** A pattern such as `/api/posts/*`, `/api/**` or `/api/posts/{slug}`, or a condition. */
    path?: string | Condition;
    /** The system that owns the path. */
    system?: string;
    /** A route as `mockpostly routes` prints it: `POST /api/posts/{id}`. */
    route?: string;
    /** The user whose token it carries: id, e-mail or username. */
    user?: string;
    /** A condition for each name. */
    header?: Record<string, TextMatch>;
    /** A condition for each parameter. */
    query?: Record<string, TextMatch>;
    /** A condition on the body as a text. */
    body?: TextMatch;
    /** A JSON document that the body has at least. */
    json?: unknown;
    /**
     * A condition for each path to a value, such as `$.author.id`. The value, compared with its
     * type (1 is not "1", null is not absent), or an object with one of `equals`, `looselyEquals`
     * (the same text, whatever the type), `contains`, `matches`, `absent` and `present`.
     */
    jsonPath?: Record<string, ValueMatch>;
    /**
     * A status such as 404, `4xx` for all of its kind, or a list of them. For requests of the
     * journal alone.
     */
    status?: number | string | (number | string)[];
    /** The name of the fault that was applied, `*` for any. For requests of the journal alone. */
    fault?: string;
    /** The number of the stub that answered. For requests of the journal alone. */
    stub?: number;
    /**
     * Whether nothing owns the request: no route takes it, no stub answers. For requests of the
     * journal alone.
     */
    unknown?: boolean;
    /** @deprecated The former name of `system`. */
    dialect?: string;
}

/** Which messages of channels are meant; all conditions have to be met. */
export interface MessageMatch {
    /** `in` from clients, `out` to them. */
    direction?: "in" | "out";
    /** A condition on the topic, which may end in `*`. */
    topic?: TextMatch;
    /** A condition on the name of the event. */
    event?: TextMatch;
    /** The id of the user whose token opened the connection. */
    user?: string;
    /** The number of the connection. */
    socket?: number;
    /** How the connection passes messages. */
    transport?: "websocket" | "longpoll";
    /** A condition for each path to a value of the payload, such as `$.id`, as of `jsonPath`. */
    payload?: Record<string, ValueMatch>;
    /** A condition on the message as a text. */
    body?: TextMatch;
    /** A JSON document that the message has at least. */
    json?: unknown;
    /**
     * A condition for each path to a value, such as `$.author.id`. The value, compared with its
     * type (1 is not "1", null is not absent), or an object with one of `equals`, `looselyEquals`
     * (the same text, whatever the type), `contains`, `matches`, `absent` and `present`.
     */
    jsonPath?: Record<string, ValueMatch>;
}
