import fs from "node:fs";
import path from "node:path";
import process from "node:process";

/**
 * The Node for the package playwright-core in the folder `core`: this one or, when that is too
 * old for it, the one that Playwright's driver has beside the package.
 *
 * @returns {{ node: string } | { skip: string }} a program, or why there is none
 */
export function nodeOfPlaywright(core) {
    if (!core) return { skip: "PLAYWRIGHT_CORE names no package playwright-core" };
    const { version, engines } = JSON.parse(fs.readFileSync(path.join(core, "package.json")));
    const wanted = Number(/\d+/.exec(engines.node)[0]);
    if (Number(process.versions.node.split(".")[0]) >= wanted) return { node: process.execPath };
    const beside = path.join(core, "../node");
    if (fs.existsSync(beside)) return { node: beside };
    return {
        skip: `playwright-core ${version} needs Node ${wanted}, this is ${process.version}, ` +
            `and there is no ${beside}`,
    };
}
