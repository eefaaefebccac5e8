"use strict";

const { Failure } = require("../failure.cjs");
const { nameOf } = require("./names.cjs");

// The content of a world, and its snapshots.

/** The most keys of a list that the control plane gives. */
const mostKeys = 1_000_000;

/** Resets the content to what the world began with, all of it or that of some systems. */
async function reset({ systems, disconnecting = false, everything } = {}) {
    await this.server.control.call("POST", ["worlds", this.name, "reset"], {
        json: { scope: systems, disconnect: disconnecting, everything },
    });
}

/** Undoes the last write, or the last `count`, or all since the request `before`. */
async function undo({ count, before } = {}) {
    const { undone, requests, left } = await this.control("POST", ["undo"], {
        json: { count, before },
    });
    return { count: undone, requests, left };
}

/** Keeps the content as it is now under a name. */
async function saveSnapshot(name, { overwriting = false } = {}) {
    await this.control("POST", ["snapshots"], {
        json: { name, overwrite: overwriting },
    });
}

/** Makes the content that of a snapshot of this world, or of the world `of`. */
async function restoreSnapshot(name, { of, disconnecting = false } = {}) {
    await this.control("POST", ["snapshots", name, "restore"], {
        json: { of: nameOf(of), disconnect: disconnecting },
    });
}

/** The tables that differ from how the world began, or from a snapshot of it or of the world `of`. */
async function changes(name, { of } = {}) {
    if (name === undefined && of !== undefined) {
        throw new Failure("'of' is the world of a snapshot, which has to be named");
    }
    const query = { of: nameOf(of), limit: mostKeys };
    const path = name === undefined ? ["changes"] : ["snapshots", name, "diff"];
    const { tables } = await this.control("GET", path, { query });
    return tables.map(({ table, keys }) => ({ table, ...keys }));
}

/** Deletes a snapshot of this world. */
async function deleteSnapshot(name) {
    await this.control("DELETE", ["snapshots", name]);
}

/** The names of the snapshots of this world. */
async function snapshotNames() {
    const { snapshots } = await this.control("GET", ["snapshots"]);
    return snapshots.map(({ name }) => name);
}

/** The whole content as a seed, which a new world can begin with. */
function exportSeed() {
    return this.control("GET", ["export"]);
}

/** Replaces the content by that of a seed, or of the bytes of an exported file. */
async function importContent(content) {
    const body = typeof content === "string" || content instanceof Uint8Array
        ? content
        : JSON.stringify(content);
    await this.control("POST", ["import"], { body });
}

module.exports = {
    changes,
    deleteSnapshot,
    exportSeed,
    importContent,
    reset,
    undo,
    restoreSnapshot,
    saveSnapshot,
    snapshotNames,
};
