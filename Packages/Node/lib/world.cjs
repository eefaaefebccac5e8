"use strict";

const { Failure } = require("./failure.cjs");
const { worldRequest } = require("./orders.cjs");

/** A world of a server, with its own content, clock, ids and token secret. */
class World {
    /** @param {object} info the world as the control plane shows it */
    constructor(server, info) {
        // Not listed when a world is printed or compared.
        Object.defineProperty(this, "server", { value: server });
        this.name = info.id;
        this.path = info.id === "default" ? "" : `/w/${info.id}`;
        this.url = info.port === null ? server.url + this.path : atPort(server.url, info.port);
        this.baseURLs = info.baseUrls;
        this.people = info.people ?? [];
    }

    /** A request to this world, whose path begins with `/`. */
    fetch(path, options) {
        return this.server.fetch(this.path + path, options);
    }

    /** Makes a world that is a copy of this one as it is now. */
    async fork(options = {}) {
        const order = worldRequest(options, {
            isOwn: this.server.live !== undefined,
        });
        const info = await this.server.control.call("POST", [
            "worlds",
            this.name,
            "fork",
        ], {
            json: order,
        });
        return this.server.worldOf(info);
    }

    /** Deletes the world: its sockets are closed, and later requests to it are answered 404. */
    async delete() {
        await this.server.control.call("DELETE", ["worlds", this.name]);
    }

    /** Deletes the world after its test, which may have done so. */
    async clearAway() {
        try {
            await this.delete();
        } catch (failure) {
            if (!(failure instanceof Failure) || failure.status !== 404) {
                throw failure;
            }
        }
    }

    /** The variables with which an app or a command finds this world. */
    environment({ apiPath = "/api/" } = {}) {
        return {
            BASE_URL: this.url + apiPath,
            MOCKPOSTLY_URL: this.server.url,
            MOCKPOSTLY_WORLD: this.name,
        };
    }

    /** A call of the control plane with this world as the parameter `world`. */
    control(method, segments, { query, ...options } = {}) {
        return this.server.control.call(method, segments, {
            query: { world: this.name, ...query },
            ...options,
        });
    }

    /** As `control`, for the whole answer. */
    controlAnswer(method, segments, { query, ...options } = {}) {
        return this.server.control.accepted(method, segments, {
            query: { world: this.name, ...query },
            ...options,
        });
    }

    async [Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose")]() {
        await this.clearAway();
    }
}

function atPort(url, port) {
    const own = new URL(url);
    own.port = port;
    return own.origin;
}

/** Adds the methods of `aspects` to worlds, which are not listed when a world is printed. */
function extend(...aspects) {
    for (const aspect of aspects) {
        for (const [name, value] of Object.entries(aspect)) {
            Object.defineProperty(World.prototype, name, {
                value,
                writable: true,
                configurable: true,
            });
        }
    }
}

extend(
    require("./world/clock.cjs"),
    require("./world/content.cjs"),
    require("./world/tokens.cjs"),
    require("./world/faults.cjs"),
    require("./world/stubs.cjs"),
    require("./world/sockets.cjs"),
    require("./world/journal.cjs"),
    require("./world/checks.cjs"),
);

module.exports = { World };
