"use strict";

const { duration } = require("../words.cjs");

// Who can sign in to a world.

/** A token for this world, without `Bearer`; valid, or with what a test needs to be wrong. */
async function token(user, options = {}) {
    const { dialect, kind, expiresIn, expiredFor, claims, fault } = options;
    // Both names of it go to the server, which refuses them.
    const { system = dialect === undefined ? "postly" : undefined } = options;
    const isPast = typeof expiresIn === "number" && expiresIn < 0;
    const answer = await this.control("POST", ["tokens"], {
        json: {
            system,
            dialect,
            user,
            kind,
            expiresIn: isPast ? undefined : duration(expiresIn),
            expiredFor: isPast ? duration(-expiresIn) : duration(expiredFor),
            claims,
            break: fault,
        },
    });
    return answer.token;
}

/** The one-time codes that users of this world can log in with now, the newest last. */
async function loginCodes() {
    return (await this.control("GET", ["login-codes"])).codes;
}

module.exports = { loginCodes, token };
