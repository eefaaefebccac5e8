"use strict";

// Stands in for the package `@playwright/test`: `test.extend`, `test.use` and `test.describe` as
// far as the fixtures of mockpostly use them, with Playwright's order of things. The fixtures
// `page` and `request` are those of the package playwright-core that PLAYWRIGHT_CORE names.

const { existsSync } = require("node:fs");
const process = require("node:process");
const { after, test: base, describe } = require("node:test");

/** The package playwright-core; it may want a later Node than tests without a browser do. */
const core = () => require(process.env.PLAYWRIGHT_CORE);

/** Where the browser is: at CHROMIUM, or the first of its packages that is installed. */
function chromium() {
    const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    const paths = names.map((name) => `/usr/bin/${name}`);
    return process.env.CHROMIUM ?? paths.find((path) => existsSync(path)) ?? paths[0];
}

/** The fixtures of a worker, which live until its end. */
const ofWorker = {};
const endsOfWorker = [];
after(async () => {
    for (const end of endsOfWorker.reverse()) await end();
});

const own = {
    baseURL: undefined,
    extraHTTPHeaders: undefined,
    browser: [
        // deno-lint-ignore no-empty-pattern
        async ({}, use) => {
            const browser = await core().chromium.launch({
                executablePath: chromium(),
                args: ["--no-sandbox"],
            });
            await use(browser);
            await browser.close();
        },
        { scope: "worker" },
    ],
    page: async ({ browser, baseURL, extraHTTPHeaders }, use) => {
        const context = await browser.newContext({ baseURL, extraHTTPHeaders });
        await use(await context.newPage());
        await context.close();
    },
    request: async ({ baseURL, extraHTTPHeaders }, use) => {
        const context = await core().request.newContext({
            baseURL,
            extraHTTPHeaders,
        });
        await use(context);
        await context.dispose();
    },
};

/** The names that a function takes from its first parameter. */
function used(body) {
    const found = /^[^(]*\(\s*\{([^}]*)\}/.exec(String(body));
    if (!found) {
        throw new Error(`the first parameter is no object pattern: ${body}`);
    }
    return found[1].split(",").map((part) => part.split(":")[0].trim()).filter(
        Boolean,
    );
}

/** Adds definitions; each knows the one that it replaces. */
function layered(before, more) {
    const all = { ...before };
    for (const [name, given] of Object.entries(more)) {
        const isTuple = Array.isArray(given);
        const options = isTuple ? given[1] : before[name]?.options ?? {};
        all[name] = {
            value: isTuple ? given[0] : given,
            options,
            base: before[name],
        };
    }
    return all;
}

/** What ends a test that is skipped. */
const skipped = new Error("skipped");

async function run(definitions, title, body, own) {
    const values = {};
    const ends = [];
    const testInfo = {
        title,
        status: undefined,
        expectedStatus: "passed",
        attachments: [],
        attach(name, { body, contentType }) {
            this.attachments.push({ name, body, contentType });
            console.error(`attached ${name} (${contentType}):\n${body}`);
            return Promise.resolve();
        },
        skip(isSo, reason) {
            if (!isSo) return;
            own.skip(reason);
            throw skipped;
        },
    };
    const made = async (definition, name) => {
        const isOfWorker = definition.options.scope === "worker";
        if (isOfWorker && name in ofWorker) return ofWorker[name];
        const { value } = definition;
        if (typeof value !== "function") return value;
        const given = {};
        for (const other of used(value)) {
            given[other] = other === name
                ? await made(definition.base, name)
                : await fixture(other);
        }
        return new Promise((resolve, reject) => {
            const done = Promise.resolve(value(given, (result) => {
                if (isOfWorker) ofWorker[name] = result;
                resolve(result);
                const list = isOfWorker ? endsOfWorker : ends;
                return new Promise((end) => list.push(() => (end(), done)));
            }, testInfo));
            done.catch(reject);
        });
    };
    const fixture = async (name) => {
        if (!(name in values)) {
            values[name] = await made(definitions[name], name);
        }
        return values[name];
    };
    try {
        const given = {};
        for (const name of used(body)) given[name] = await fixture(name);
        await body(given, testInfo);
        testInfo.status = "passed";
    } catch (error) {
        if (error === skipped) return;
        testInfo.status = "failed";
        throw error;
    } finally {
        for (const end of ends.reverse()) await end();
    }
}

function extended(definitions) {
    let current = definitions;
    const test = (title, body) => {
        const those = current;
        return base(title, (own) => run(those, title, body, own));
    };
    test.extend = (more) => extended(layered(current, more));
    test.use = (options) => {
        current = layered(current, options);
    };
    test.describe = (title, body) =>
        describe(title, () => {
            const before = current;
            body();
            current = before;
        });
    return test;
}

const test = extended(layered({}, own));

/** The few expectations that the examples have. */
function expect(value) {
    const same = (wanted) => {
        const [is, should] = [JSON.stringify(value), JSON.stringify(wanted)];
        if (is !== should) throw new Error(`${is} is not ${should}`);
    };
    return { toBe: same, toEqual: same };
}

module.exports = { expect, test };
