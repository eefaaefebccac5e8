"use strict";

const process = require("node:process");
const { Control } = require("./control.cjs");
const { Failure } = require("./failure.cjs");
const { LiveProcess } = require("./live.cjs");
const { worldBody } = require("./orders.cjs");
const { World } = require("./world.cjs");

/** Tests may make many worlds without deleting them. */
const mostWorlds = "100000";

let shared;

/** A mock server, which this process has started or which runs elsewhere. */
class MockServer {
    /** Starts a server on a free port; it ends with this process. */
    static async live({ args = [], env = {}, adminToken } = {}) {
        const token = adminToken ??
            (env.MOCKPOSTLY_ADMIN_TOKEN || process.env.MOCKPOSTLY_ADMIN_TOKEN);
        const variables = {
            MOCKPOSTLY_MAX_WORLDS: mostWorlds,
            ...env,
            ...token && { MOCKPOSTLY_ADMIN_TOKEN: token },
        };
        const live = await LiveProcess.start(args, variables);
        return new MockServer(live.url, token, live);
    }

    /** Uses a server that runs already, which has answered when this is fulfilled. */
    static async attached(
        url,
        { adminToken = process.env.MOCKPOSTLY_ADMIN_TOKEN } = {},
    ) {
        const server = new MockServer(url, adminToken);
        await server.control.checkIdentity();
        return server;
    }

    /** The server that MOCKPOSTLY_URL names, or else one that this process starts once. */
    static shared() {
        shared ??= makeShared();
        return shared;
    }

    constructor(url, adminToken, live) {
        this.live = live;
        this.isStopped = false;
        this.adminToken = adminToken;
        this.control = new Control(url, adminToken, () => ({
            log: live ? live.log : process.env.MOCKPOSTLY_LOG,
            end: live?.end,
            ended: live?.ended,
            isStopped: this.isStopped,
        }));
        this.url = this.control.url;
    }

    /** Ends a server that this process has started, and waits until it has ended. */
    async stop() {
        this.isStopped = true;
        this.control.close();
        await this.live?.stop();
    }

    /** The variables by which other processes find this server. */
    get environment() {
        return {
            MOCKPOSTLY_URL: this.url,
            ...this.adminToken && { MOCKPOSTLY_ADMIN_TOKEN: this.adminToken },
            ...this.live && { MOCKPOSTLY_LOG: this.live.log },
        };
    }

    /** A request to the server, whose path begins with `/`. */
    async fetch(path, options) {
        if (typeof globalThis.fetch !== "function") {
            throw new Failure(
                "there is no fetch here; Jest has it with testEnvironment 'node'",
            );
        }
        try {
            const answer = await globalThis.fetch(this.url + path, options);
            // A body that nobody reads would keep its connection, and so the process, for a while.
            answer.clone().arrayBuffer().catch(() => {});
            return answer;
        } catch (error) {
            // Other errors may be those of a fault that the test has ordered.
            if (this.live?.end || error.cause?.code === "ECONNREFUSED") {
                throw await this.control.silence(error);
            }
            throw error;
        }
    }

    /** Makes a world with its own content, clock, ids and token secret. */
    async makeWorld(options = {}) {
        const body = worldBody(options, { isOwn: this.live !== undefined });
        return this.worldOf(
            await this.control.call("POST", ["worlds"], { body }),
        );
    }

    /** The world called `name`. */
    async world(name) {
        return this.worldOf(await this.control.call("GET", ["worlds", name]));
    }

    /** All worlds, the default one first. */
    async worlds() {
        const { worlds } = await this.control.call("GET", ["worlds"]);
        return worlds.map((info) => this.worldOf(info));
    }

    /** Deletes all worlds but the default one. */
    async deleteWorlds() {
        await this.control.call("DELETE", ["worlds"]);
    }

    /** The world of requests that name none. */
    async home() {
        return this.world((await this.control.call("GET", ["home"])).world);
    }

    /** Lets requests that name no world go to `world`. */
    async use(world) {
        await this.control.call("PUT", ["home"], {
            json: { world: world.name },
        });
    }

    worldOf(info) {
        return new World(this, info);
    }

    async [Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose")]() {
        await this.stop();
    }
}

async function makeShared() {
    const { MOCKPOSTLY_URL: url } = process.env;
    try {
        return url ? await MockServer.attached(url) : await MockServer.live();
    } catch (failure) {
        shared = undefined;
        throw failure;
    }
}

module.exports = { MockServer };
