import type { Clock, Duration, MockServer, WorldOptions } from "./index";
import type * as match from "./matches";
import type * as recorded from "./recorded";

/**
 * A world of a server, with its own content, clock, ids and token secret.
 *
 * All methods throw a `Failure` in the words of the server when it refuses, with what is wrong and
 * what can be done; checks that are not met throw an `Unmet`.
 */
export class World implements AsyncDisposable {
    private constructor();

    readonly server: MockServer;
    /** Its name in paths, in the header `X-Mockpostly-World` and in the dashboard. */
    readonly name: string;
    /** The prefix of its paths, `/w/<name>`; empty for the world `default`. */
    readonly path: string;
    /** Its URL without a slash at the end; the API's path follows: `world.url + "/api/"`. */
    readonly url: string;
    /** The base URLs of the served systems by their names. */
    readonly baseURLs: BaseURLs;
    /** The users of the scenario that it began with; empty in other worlds. */
    readonly people: recorded.Person[];

    /** A request to this world, whose path begins with `/` and has no prefix. */
    fetch(path: string, options?: RequestInit): Promise<Response>;
    /** Makes a world that is a copy of this one as it is now, with its content and its clock. */
    fork(options?: ForkOptions): Promise<World>;
    /** Deletes the world: its sockets are closed, and later requests to it are answered 404. */
    delete(): Promise<void>;
    /** `BASE_URL`, `MOCKPOSTLY_URL` and `MOCKPOSTLY_WORLD`, for an app or a command. */
    environment(options?: { apiPath?: string }): Record<string, string>;
    /** A call of the control plane in this world, for what has no method here. */
    control(
        method: string,
        segments: (string | number)[],
        options?: { query?: Record<string, unknown>; json?: unknown },
        // deno-lint-ignore no-explicit-any
    ): Promise<any>;
    /** Deletes the world unless the test has done so. */
    [Symbol.asyncDispose](): Promise<void>;

    // Time

    /** What the clock shows, which decides all times that a client can see. */
    clock(): Promise<
        { now: string; mode: "run" | "freeze" | "scale"; rate: number }
    >;
    /** Moves the clock by a duration, which may be negative: `8d`. Tokens age with it. */
    advanceClock(by: Duration): Promise<void>;
    /** Sets the clock. */
    setClock(clock: Clock): Promise<void>;
    /** Stops the clock at a date, or at the time that it shows. */
    freezeClock(date?: string): Promise<void>;
    /** Runs the clock at normal speed, from a date or from the time that it shows. */
    runClock(date?: string): Promise<void>;
    /** Runs the clock `rate` times as fast as the machine's; at most 1,000,000. */
    scaleClock(rate: number, date?: string): Promise<void>;

    // Who

    /**
     * A token without `Bearer`, valid or with what a test needs to be wrong.
     *
     * @param user an e-mail address or an id; with DummyJSON a username too.
     */
    token(user: string, options?: TokenOptions): Promise<string>;
    /** The one-time codes that users can log in with now, the newest last. */
    loginCodes(): Promise<recorded.LoginCode[]>;

    // Content

    /**
     * Resets the content to what the world began with; the clock stays.
     *
     * With `everything` the clock, faults, stubs and their states, the journal, rate limits and
     * events that wait are as at the beginning too.
     */
    reset(
        options?: { systems?: string[]; disconnecting?: boolean; everything?: boolean },
    ): Promise<void>;
    /**
     * Undoes the last write, or the last `count`, or all since the request `before` of the journal;
     * faults, stubs, the clock and the journal stay.
     */
    undo(options?: {
        count?: number;
        before?: number;
    }): Promise<{ count: number; requests: number[]; left: number }>;
    /** Keeps the content as it is now under a name. */
    saveSnapshot(
        name: string,
        options?: { overwriting?: boolean },
    ): Promise<void>;
    /** Makes the content that of a snapshot of this world, or of the world `of`. */
    restoreSnapshot(
        name: string,
        options?: { of?: World | string; disconnecting?: boolean },
    ): Promise<void>;
    /** The tables that differ from how the world began, or from a snapshot, by name. */
    changes(
        since?: string,
        options?: { of?: World | string },
    ): Promise<recorded.TableChange[]>;
    deleteSnapshot(name: string): Promise<void>;
    snapshotNames(): Promise<string[]>;
    /** The whole content as a seed, which `makeWorld({ seed })` takes. */
    exportSeed(): Promise<Record<string, unknown>>;
    /** Replaces the content by that of a seed, or of the bytes of an exported file. */
    importContent(content: object | string | Uint8Array): Promise<void>;

    // Faults

    /** Adds a fault for some requests; the newest one that a request meets decides. */
    addFault(
        fault: match.Fault,
        options?: match.FaultTerms & { on?: match.RequestPattern },
    ): Promise<recorded.FaultRule>;
    /** Adds a fault for some messages of channels. */
    addFault(
        fault: match.SocketFault,
        options: match.FaultTerms & { onMessages: match.MessageMatch },
    ): Promise<recorded.FaultRule>;
    /** The faults of this world, the newest first. */
    faults(): Promise<recorded.FaultRule[]>;
    /** Deletes a fault, given as such, by its number or by its name. */
    deleteFault(fault: recorded.FaultRule | number | string): Promise<void>;
    clearFaults(): Promise<void>;

    // Stubs

    /** Adds a stub, which answers some requests with a response, or with several in turn. */
    addStub(
        on: match.RequestPattern,
        response: match.StubResponse | match.StubResponse[],
        options?: match.StubTerms,
    ): Promise<recorded.Stub>;
    /** The stubs, in the order in which requests try them. */
    stubs(): Promise<recorded.Stub[]>;
    /** Deletes a stub, given as such, by its number or by its id: the real behaviour is back. */
    deleteStub(stub: recorded.Stub | number | string): Promise<void>;
    clearStubs(): Promise<void>;
    /** The scenarios of the stubs, with their states. */
    stubScenarios(): Promise<
        { scenario: string; state: string; states: string[] }[]
    >;
    setStubState(scenario: string, state: string): Promise<void>;
    /** Sets all scenarios back to their first state. */
    resetStubStates(): Promise<void>;

    // Sockets

    /** The clients that are connected to the channels. */
    sockets(): Promise<recorded.Socket[]>;
    /** Ends the connections of clients, and gives their numbers. */
    disconnectSockets(
        options?: {
            of?: match.SocketMatch;
            by?: "reset" | "close" | "half-open";
        },
    ): Promise<number[]>;
    /** Sends an event to those who have joined a topic, now or later; the numbers of who got it. */
    sendEvent(
        event: string,
        topic: string,
        payload?: unknown,
        options?: { of?: match.SocketMatch; in?: Duration },
    ): Promise<number[]>;
    /** Lets a trouble happen to the connected clients, and waits until all of them are back. */
    expectRecovery(
        scenario: "down-twice" | "queued-joins" | "dead-heartbeat",
        options?: {
            of?: match.SocketMatch;
            within?: Duration;
            hold?: Duration;
            settling?: Duration;
        },
    ): Promise<recorded.SocketRecovery[]>;

    // The journal

    /** The requests that a pattern takes, in the order in which they came; 1,000 at most. */
    requests(
        match?: match.RequestPattern,
        options?: { limit?: number; after?: number; showsSecrets?: boolean },
    ): Promise<recorded.RecordedRequest[]>;
    /** The request with a number of the journal. */
    request(
        number: number,
        options?: { showsSecrets?: boolean },
    ): Promise<recorded.RecordedRequest>;
    /** A request as a command of curl, which sends it again. */
    curl(
        request: recorded.RecordedRequest | number,
        options?: { showsSecrets?: boolean },
    ): Promise<string>;
    /** All requests in the HTTP Archive format, which the network panels of browsers read. */
    har(): Promise<Record<string, unknown>>;
    /**
     * The number of the last entry of the journal, as `after` of what follows: "since here".
     */
    mark(): Promise<number>;
    /** Clears the journal: what came before is not counted any more. */
    clearJournal(): Promise<void>;
    /** The messages of channels in the order in which they came and went. */
    messages(
        options?: {
            topic?: string;
            event?: string;
            limit?: number;
            after?: number;
        },
    ): Promise<recorded.RecordedMessage[]>;
    /** The newest requests as lines for a person, as the report of a failed test has them. */
    journal(options?: { limit?: number }): Promise<string>;

    // Checks

    /** Verifies how often requests came, at least once unless `count` says otherwise. */
    verify(match: match.RequestPattern, options?: CheckOptions): Promise<void>;
    /** Verifies that requests came in an order; others may have come between them. */
    verifyOrder(
        matches: match.RequestPattern[],
        options?: { after?: number },
    ): Promise<void>;
    /** Verifies that no request came; it does not wait. */
    expectNoRequest(
        match?: match.RequestPattern,
        options?: { after?: number },
    ): Promise<void>;
    /** Verifies how often messages of channels came or went. */
    verifyMessages(
        match: match.MessageMatch,
        options?: CheckOptions,
    ): Promise<void>;
    /** Waits until `count` requests have come, also before the call, and gives the last one. */
    expectRequest(
        match: match.RequestPattern,
        options?: WaitOptions,
    ): Promise<recorded.RecordedRequest>;
    /** The same as `expectRequest`. */
    waitForRequest(
        match: match.RequestPattern,
        options?: WaitOptions,
    ): Promise<recorded.RecordedRequest>;
    /** Waits until `count` messages have come or gone, and gives the last one. */
    expectMessage(
        match: match.MessageMatch,
        options?: WaitOptions,
    ): Promise<recorded.RecordedMessage>;
    /**
     * Waits until a value in the answer to a GET request is as wanted; counts no view.
     *
     * `await world.expectState("/api/posts/42", { at: "$.likes", is: 1 })`
     */
    expectState(
        path: string,
        options?: {
            at?: string;
            is?: match.ValueMatch;
            status?: number;
            headers?: Record<string, string>;
            within?: Duration;
        },
    ): Promise<void>;
}

/** The base URLs of the served systems. */
export interface BaseURLs {
    postly: string;
    postlySlash: string;
    dummyjson: string;
    community: string;
    socket: string;
    pexels: string;
    wreely: string;
    wreelyBeta: string;
    wreelyLocal: string;
    realworld: string;
    realworldSlash: string;
    [system: string]: string;
}

/** What a fork has of its own. */
export type ForkOptions = Pick<
    WorldOptions,
    "name" | "clock" | "randomSeed" | "hasOwnPort" | "settings" | "timeToLive"
>;

/** How often, and after which number of the journal. */
export interface CheckOptions {
    count?: match.Count;
    after?: number;
}

/** How many, how long to wait (5 seconds unless given, ten minutes at most), and after what. */
export interface WaitOptions {
    count?: number;
    within?: Duration;
    after?: number;
}

/** What a token is like. */
export interface TokenOptions {
    /** `postly` unless given, `dummyjson`, `community`, `wreely`, `realworld` or `google`. */
    system?: string;
    /** @deprecated The former name of `system`. */
    dialect?: string;
    /** DummyJSON: `access` or `refresh`. */
    kind?: string;
    /** When it ends, by the world's clock; a negative number is for one that has ended. */
    expiresIn?: Duration;
    /** How long ago it has ended. */
    expiredFor?: Duration;
    /** Members that replace the usual claims or are added to them. */
    claims?: object;
    /** What is wrong with it. */
    fault?: "signature" | "algorithm" | "format";
}
