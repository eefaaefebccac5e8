import process from "node:process";
import library from "./global.cjs";

let end;

/** Vitest's global setup: one server for the run. */
export async function setup(project) {
    end = await library.beginRun();
    const names = [
        "MOCKPOSTLY_URL",
        "MOCKPOSTLY_ADMIN_TOKEN",
        "MOCKPOSTLY_LOG",
    ];
    const given = names.filter((name) => process.env[name]);
    project.provide(
        "mockpostly",
        Object.fromEntries(given.map((name) => [name, process.env[name]])),
    );
}

/** Ends the server. */
export async function teardown() {
    await end?.();
    end = undefined;
}
