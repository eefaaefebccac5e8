/** A request that came to a world, and its answer. */
export interface RecordedRequest {
    /** Its number in the journal of the world. */
    readonly number: number;
    /** When it came, by the world's clock: `2026-02-14T12:34:56.123456Z`. */
    readonly time: string;
    readonly method: string;
    /** The path with its query, as it was sent but for secrets. */
    readonly path: string;
    /** The system that answered; null when none did. */
    readonly system: string | null;
    /** @deprecated The former name of `system`. */
    readonly dialect: string | null;
    /** The route that took it, such as `POST /api/posts/{id}`; null when none did. */
    readonly route: string | null;
    /** The id of the user who asked; null when nobody was signed in. */
    readonly user: string | null;
    readonly status: number;
    /** The name of the fault that the answer got. */
    readonly fault: string | null;
    /** The number of the stub that gave the answer. */
    readonly stub: number | null;
    /** How long the answer took, by the machine's clock. */
    readonly milliseconds?: number;
    /** The rows that it wrote. */
    readonly changes: {
        kind: "added" | "changed" | "removed";
        table: string;
        key: string;
    }[];
    readonly request: RecordedContent;
    readonly response: RecordedContent;
}

/** Headers and a body; passwords, tokens and cookies are `…` unless they were asked for. */
export interface RecordedContent {
    /** The headers by their names in small letters; several of a name are joined by commas. */
    readonly headers: Record<string, string>;
    /** The body; undefined when it is not text. */
    readonly text?: string;
    /** Whether only the beginning of the body was kept. */
    readonly isCut: boolean;
    /** The body as JSON; undefined when it is none. */
    // deno-lint-ignore no-explicit-any
    readonly json: any;
}

/** A message of a channel that came or went. */
export interface RecordedMessage {
    readonly number: number;
    readonly time: string;
    /** Whether the app has sent it; otherwise it has received it. */
    readonly isFromApp: boolean;
    /** The number of the socket. */
    readonly socket: number;
    readonly user: string | null;
    readonly topic: string | null;
    readonly event: string | null;
    readonly fault: string | null;
    readonly text?: string;
    /** The message as JSON; undefined when it is none. */
    // deno-lint-ignore no-explicit-any
    readonly json: any;
}

/** A user of a scenario. */
export interface Person {
    email: string;
    password?: string;
    /** An access token of Postly, which may have expired. */
    token?: string;
}

/** A fault of a world, and what it has done. */
export interface FaultRule {
    id: number;
    name: string | null;
    /** What answers, the log and the journal call it. */
    shows: string;
    fault: unknown;
    match: unknown;
    /** Whether requests can get it now. */
    active: boolean;
    /** How many requests have met its conditions. */
    matched: number;
    /** How many requests have got it. */
    applied: number;
    /** How many more can get it; null for any number. */
    left: number | null;
}

/** A stub of a world, and what it has done. */
export interface Stub {
    number: number;
    id: string | null;
    priority: number;
    /** How many requests it has answered. */
    used: number;
    /** How many more it will answer; null for any number. */
    left: number | null;
}

/** The rows of a table that differ between two contents, by their keys. */
export interface TableChange {
    table: string;
    added: string[];
    changed: string[];
    removed: string[];
}

/** A one-time code that a user can log in with. */
export interface LoginCode {
    system: string;
    /** @deprecated The former name of `system`. */
    dialect: string;
    code: string;
    user: { id: string; email: string };
    /** A phone number or an e-mail address. */
    sentTo: string;
    issuedAt: string;
    expiresAt: string;
}

/** A client that is connected to the channels of a world. */
export interface Socket {
    socket: number;
    transport: string;
    user: string;
    topics: string[];
    fault: string | null;
}

/** What a client has done in a scenario of sockets. */
export interface SocketRecovery {
    user: string;
    socket: number;
    /** Whether it is connected and has joined all topics again. */
    back: boolean;
    attempts: number;
    joins: number;
    missed: number;
    [name: string]: unknown;
}
