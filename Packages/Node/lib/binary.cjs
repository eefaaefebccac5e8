"use strict";

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const { Buffer } = require("node:buffer");
const { Failure, Missing } = require("./failure.cjs");

/** The platforms for which there is a package with the program. */
const platforms = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/**
 * The path of the program: that of MOCKPOSTLY_BIN, else that of the package for this platform, else
 * the one on the PATH.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [platform] such as `linux-x64`
 * @returns {string} an absolute path
 * @throws {Missing} when there is none, with what can be done; another Failure when the one that
 *   is named is not there
 */
function binaryPath(
    env = process.env,
    platform = `${process.platform}-${process.arch}`,
) {
    if (env.MOCKPOSTLY_BIN) {
        const named = path.resolve(env.MOCKPOSTLY_BIN);
        if (!isFile(named)) {
            throw new Failure(
                `MOCKPOSTLY_BIN names '${named}', and there is no such file`,
            );
        }
        return named;
    }
    try {
        return require.resolve(`@mockpostly/${platform}/bin/mockpostly`);
    } catch (cause) {
        const installed = onPath(env);
        if (installed) return installed;
        throw new Missing(missing(platform), { cause });
    }
}

/**
 * The first program of the name on the PATH. Scripts do not count: they are the commands of this
 * package and of others like it, which look for the program themselves, so that they would start
 * each other without end.
 */
function onPath(env) {
    return (env.PATH ?? "").split(path.delimiter).filter(Boolean)
        .map((folder) => path.resolve(folder, "mockpostly"))
        .find((name) => isFile(name) && isExecutable(name) && !isScript(name));
}

function isExecutable(name) {
    try {
        fs.accessSync(name, fs.constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

function isScript(name) {
    const start = Buffer.alloc(2);
    let file;
    try {
        file = fs.openSync(name, "r");
        fs.readSync(file, start, 0, 2, 0);
    } catch {
        return false; // who may run it need not be allowed to read it
    } finally {
        if (file !== undefined) fs.closeSync(file);
    }
    return start.toString("latin1") === "#!";
}

/**
 * Why tests that need the program are to be skipped, or undefined. They are not where a server of
 * the environment has the worlds, and not under CI, where nobody would see it: there they fail.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
function reasonToSkip(env = process.env) {
    if (env.MOCKPOSTLY_URL || env.CI) return undefined;
    try {
        binaryPath(env);
    } catch (failure) {
        if (failure instanceof Missing) return failure.message;
    }
    return undefined;
}

function isFile(name) {
    return fs.statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** What to do when there is no package for `platform` here. */
function missing(platform) {
    const isKnown = platforms.includes(platform);
    return [
        isKnown
            ? `the package @mockpostly/${platform}, which has mockpostly for this machine, is not installed, and PATH has no mockpostly`
            : `there is no package of mockpostly for ${platform}; there are those for ` +
                platforms.join(", "),
        ...isKnown
            ? [
                "npm leaves it out with --omit=optional or --no-optional, and when node_modules come " +
                "from another system: run 'npm install' here, without these options.",
            ]
            : [],
        "Or build it: clone the repository, run 'scripts/build-release', and name the file in the " +
        "variable MOCKPOSTLY_BIN.",
        "Tests can also use a server that runs elsewhere: name it in MOCKPOSTLY_URL.",
    ].join("\n");
}

module.exports = { binaryPath, platforms, reasonToSkip };
