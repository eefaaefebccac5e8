/** A mock backend for tests, with a private world for each of them. */

import "./disposable";
import type { World } from "./world";

export * from "./matches";
export * from "./recorded";
export * from "./world";

/** A mock server, which this process has started or which runs elsewhere. */
export class MockServer implements AsyncDisposable {
    private constructor();

    /**
     * Starts a server on a free port, which takes some 30 ms.
     *
     * It ends with `stop()` or with this process, however that ends.
     *
     * @throws Failure with what the server says when it does not start.
     */
    static live(options?: ServerOptions): Promise<MockServer>;

    /**
     * Uses a server that runs already, by its URL without a path: `http://localhost:8080`.
     *
     * @throws Failure when no mockpostly answers there, or when it wants another admin token.
     */
    static attached(
        url: string,
        options?: { adminToken?: string },
    ): Promise<MockServer>;

    /**
     * The server of the tests: the one that `MOCKPOSTLY_URL` names, with the admin token in
     * `MOCKPOSTLY_ADMIN_TOKEN`, or else a live one, which is started once a process.
     */
    static shared(): Promise<MockServer>;

    /** Its URL without a path: `http://localhost:49152`. */
    readonly url: string;

    /** The variables by which other processes find it, such as `MOCKPOSTLY_URL`. */
    readonly environment: Record<string, string>;

    /** Ends it, and waits until it has ended; one that runs elsewhere goes on. */
    stop(): Promise<void>;

    /** A request to the server, whose path begins with `/`. */
    fetch(path: string, options?: RequestInit): Promise<Response>;

    /**
     * Makes a world with its own content, clock, ids and token secret, in about a millisecond.
     *
     * @throws Failure when the name is taken or not allowed, or when there are too many worlds.
     */
    makeWorld(options?: WorldOptions): Promise<World>;

    /** The world called `name`. Throws a `Failure` when there is none. */
    world(name: string): Promise<World>;

    /** All worlds, the one called `default` first. */
    worlds(): Promise<World[]>;

    /** Deletes all worlds but `default`. */
    deleteWorlds(): Promise<void>;

    /** The world of requests that name none; `default` unless another is used. */
    home(): Promise<World>;

    /** Lets requests that name no world go to `world`, for apps whose base URL is built in. */
    use(world: World): Promise<void>;

    [Symbol.asyncDispose](): Promise<void>;
}

/** How a live server is started. */
export interface ServerOptions {
    /** Options of `mockpostly exec`: `["--seed", "cart.json"]`. */
    args?: string[];
    /** Variables beside those of this process: `{ MOCKPOSTLY_SEED: "cart.json" }`. */
    env?: Record<string, string>;
    /** The token of the control plane; without it that of `MOCKPOSTLY_ADMIN_TOKEN`, or none. */
    adminToken?: string;
}

/** What a new world is like. */
export interface WorldOptions {
    /** 1 to 64 letters, digits, `_`, `-` and single dots inside; else the server chooses it. */
    name?: string;
    /**
     * What it begins with: `seed`, what the server was started with (the usual); `default`, `empty`,
     * `snapshot:WORLD/NAME`, `world:NAME`, `seed:FILE`.
     */
    from?: string;
    /** Content for one purpose, in place of `from`; its users are in `world.people`. */
    scenario?: Scenario;
    /**
     * Users and posts of your own as a seed, in place of `from`: its members, or the file that has
     * them. For the world of a test a path begins at the file of the test, if there is one.
     */
    seed?: object | string | URL;
    /** Its clock; without it that of the server. */
    clock?: Clock;
    /** With it, the same calls at the same time give the same ids and tokens in every run. */
    randomSeed?: number;
    /** Whether it has a port of its own, which `world.url` then has, and no prefix in its paths. */
    hasOwnPort?: boolean;
    /** What differs from the options of the server: `{ "dummyjson-writes": "keep" }`. */
    settings?: Record<string, string | number | boolean | string[]>;
    /**
     * How long it may stay unused before it is deleted. Without it a world of a live server has no
     * end, and one of a server that runs elsewhere an hour.
     */
    timeToLive?: Duration;
    /** With `fail` all checks of the world fail after a request that no route and no stub takes. */
    onUnknown?: "answer" | "fail";
}

/** What a world can begin with; `mockpostly scenarios` lists them. */
export type Scenario =
    | "empty-feed"
    | "heavy-user"
    | "unicode"
    | "expired-session"
    | "everything-draft"
    | (string & Record<never, never>);

/** A date to run from such as `2027-01-01T00:00:00Z`, a frozen clock, or a faster one. */
export type Clock = string | { frozenAt: string } | {
    scaledBy: number;
    from?: string;
};

/** Milliseconds, or a text such as `15m`, `2h30m` or `8d`. */
export type Duration = number | string;

/** Why mockpostly cannot do what a test asks for; never an answer of a mocked system. */
export class Failure extends Error {
    constructor(
        message: string,
        details?: { status?: number; problem?: Problem; cause?: unknown },
    );
    /** The status with which the control plane refused; undefined when it did not. */
    readonly status?: number;
    /** What it said. */
    readonly problem?: Problem;
}

/** A check of a world that is not met; the message has what came nearest. */
export class Unmet extends Failure {}

/** A refusal of the control plane (RFC 9457). */
export interface Problem {
    title: string;
    status: number;
    detail: string;
    hint?: string;
    /** The member of the request at fault. */
    member?: string;
    [name: string]: unknown;
}

/**
 * The path of the program: that of `MOCKPOSTLY_BIN`, else that of the package for this platform, else
 * the one on the `PATH`.
 *
 * @throws Failure when there is none, with what can be done.
 */
export function binaryPath(
    env?: Record<string, string | undefined>,
    platform?: string,
): string;
