"use strict";

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const { Failure } = require("./failure.cjs");

/** The platforms for which there is a package with the program. */
const platforms = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/**
 * The path of the program: that of MOCKPOSTLY_BIN, or that of the package for this platform.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [platform] such as `linux-x64`
 * @returns {string} an absolute path
 * @throws {Failure} when there is none, with what can be done
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
        throw new Failure(missing(platform), { cause });
    }
}

function isFile(name) {
    return fs.statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** What to do when there is no package for `platform` here. */
function missing(platform) {
    const isKnown = platforms.includes(platform);
    return [
        isKnown
            ? `the package @mockpostly/${platform}, which has mockpostly for this machine, is not installed`
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

module.exports = { binaryPath, platforms };
