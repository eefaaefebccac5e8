// Who signs in, and values that exist in the chosen world.

import { get, send } from "../../api.js";
import { dialects } from "../../dialects.js";
import { page, worldTime } from "../../page.js";

/** What is known of the system of an operation, by the beginning of its tag. */
function dialectOf(operation) {
    return dialects.find(({ title }) => title === operation.tag.split(" ")[0]);
}

/** The system whose tokens an operation takes; null when it takes none. */
export function systemOf(operation) {
    const dialect = dialectOf(operation);
    return dialect?.tokens && !dialect.isAlwaysServed ? dialect.name : null;
}

/** Whether an operation takes a key of its system, which makes no tokens. */
export function takesKey(operation) {
    return operation.needsToken && dialectOf(operation)?.tokens === null;
}

/** The tokens of a system. */
function tokensOf(system) {
    return dialects.find(({ name }) => name === system)?.tokens;
}

/** The e-mail addresses of people in a world; the server gives the first of them. */
const known = { world: null, emails: [] };

/** Reads who is in the chosen world. */
export async function readPeople() {
    const { world } = page;
    if (known.world === world) return;
    Object.assign(known, { world, emails: [] });
    try {
        const { items } = await get("data/people", { world, limit: 200 });
        if (known.world === world) known.emails = items.map(({ email }) => email).filter(Boolean);
    } catch {
        // Without a list, addresses can be typed.
    }
}

/** People to choose from, somebody usual first. */
export function people(system) {
    if (!isByAddress(system)) return [somebody(system)];
    return [...new Set([somebody(system), ...known.emails])];
}

/** Whether who signs in to a system is called by an e-mail address. */
function isByAddress(system) {
    return tokensOf(system)?.example?.includes("@") ?? true;
}

/** Somebody who can sign in to a system. */
export function somebody(system) {
    const example = tokensOf(system)?.example ?? "";
    if (!isByAddress(system)) return example;
    const usual = page.info?.people?.[0].email ?? example;
    const isThere = known.emails.length === 0 || known.emails.length === 200 ||
        known.emails.includes(usual);
    return isThere ? usual : known.emails[0];
}

/** What tokens can be, as members of an order. */
const kinds = { good: {}, expired: { expiredFor: "1m" }, broken: { break: "signature" } };

/** The kinds of tokens that a system has, with their names. */
export function kindsOf(system) {
    const endless = tokensOf(system)?.lives.length === 0;
    return [["good", "a good token"], ["expired", "an expired token"], ["broken", "a forged token"]]
        .filter(([kind]) => !(endless && kind === "expired"));
}

/** Tokens by what they were asked for, so that a route can be tried often with the same one. */
const tokens = new Map();

/** A token as it was made before, or a new one. */
export async function tokenFor(system, user, kind) {
    const { world } = page;
    const key = JSON.stringify([world, system, user, kind]);
    if (!tokens.has(key)) {
        const order = { world, system, user, ...kinds[kind] };
        const token = await send("POST", "tokens", order);
        tokens.set(key, { ...token, madeAt: worldTime() });
    }
    return tokens.get(key);
}

/** The token that is used for this; null when there is none yet. */
export function knownToken(system, user, kind) {
    return tokens.get(JSON.stringify([page.world, system, user, kind])) ?? null;
}

/** Makes a new token in place of one that was taken back; those that end by the clock stay. */
export function forgetRefused(system, user, kind) {
    const token = knownToken(system, user, kind);
    if (token?.expiresAt === null) tokens.delete(JSON.stringify([page.world, system, user, kind]));
}

/** Makes new tokens from now on. */
export function forgetTokens() {
    tokens.clear();
}

/** Bodies that need a token inside: the member, and what it is. */
const minted = {
    "POST /api/auth/login": ["token", { system: "google", user: "mira.sol@example.com" }],
    "POST /auth/refresh": ["refreshToken", {
        system: "dummyjson",
        user: "emilys",
        kind: "refresh",
    }],
};

/** The example of a body as it works in the chosen world. */
export async function workingBody(operation, example) {
    const { world } = page;
    const [member, order] = minted[operation.name] ?? [];
    if (member) {
        return { ...example, [member]: (await send("POST", "tokens", { world, ...order })).token };
    }
    if (operation.isControl && example?.world) return { ...example, world };
    return example;
}

/**
 * Values for the parameters of the path that exist in the chosen world, as far as a list of the
 * same system has them. `token` is that of the person who signs in, or null.
 */
export async function existing(operation, all, token) {
    const values = {};
    const segments = operation.path.split("/");
    for (const [place, segment] of segments.entries()) {
        const name = /^\{(.+)\}$/.exec(segment)?.[1];
        if (!name) continue;
        const value = await existingValue(
            operation,
            all,
            token,
            segments.slice(0, place),
            name,
            values,
        );
        const { example } = operation.parameters.find(({ key }) => key === `path.${name}`) ?? {};
        if (value !== null) values[name] = value;
        else if (example) values[name] = example;
    }
    return values;
}

/** Lists of what a person has written, by the lists of what all have. */
const ownLists = { "/api/posts": "/api/users/me/posts" };

async function existingValue(operation, all, token, before, name, values) {
    for (let length = before.length; length > 1; length -= 1) {
        const template = before.slice(0, length).join("/");
        const list = all.find((other) => other.method === "GET" && other.path === template);
        if (!list) continue;
        const isWrite = operation.method !== "GET";
        const owned = isWrite && token && all.find(({ path }) => path === ownLists[template]);
        const rows = owned ? await rowsOf(owned, values, token, false) : [];
        if (rows.length === 0) rows.push(...await rowsOf(list, values, token, isWrite));
        const row = isWrite && rows.find((row) => isOf(row, token)) || rows[0];
        const own = length === before.length && /id$/i.test(name) ? row?._id ?? row?.id : null;
        const value = row?.[name] ?? own;
        if (value !== undefined && value !== null) return String(value);
    }
    return null;
}

/** Whether a row was written by the person with this token, who may change it then. */
function isOf(row, token) {
    const authors = [row.author?.userId, row.author?.id, row.user_id, row.userId];
    return token && authors.some((author) => String(author) === token.user.id);
}

/** What a list has, read so that it is neither counted as a view nor stands in the journal. */
async function rowsOf(list, values, token, isLong) {
    let path = list.path.replaceAll(
        /\{(.+?)\}/g,
        (_, name) => encodeURIComponent(values[name] ?? ""),
    );
    const query = new URLSearchParams();
    if (list.parameters.some(({ key }) => key === "query.limit")) {
        query.set("limit", isLong ? "100" : "1");
    }
    if (token?.query) query.append(...token.query.split("="));
    if (query.size) path += `?${query}`;
    const order = { world: page.world, get: path, status: 200, within: "1s" };
    if (token?.authorization) order.headers = { Authorization: token.authorization };
    try {
        const { value } = await send("POST", "state/wait", order);
        return firstList(value) ?? [];
    } catch {
        // Then the description's own example has to do.
        return [];
    }
}

/** The first list of objects in an answer. */
function firstList(value) {
    if (Array.isArray(value)) {
        return value.every((row) => row && typeof row === "object") ? value : null;
    }
    if (value === null || typeof value !== "object") return null;
    for (const child of Object.values(value)) {
        const found = Array.isArray(child) && firstList(child);
        if (found) return found;
    }
    return null;
}
