// The content of the chosen world as a file: saved, chosen, or dropped on the page.

import { call } from "../../api.js";
import { size } from "../../format.js";
import { inWorld, page, redraw, say, sayProblem } from "../../page.js";
import { confirm, saveFile } from "../../parts.js";

/** Whether a file is held over the page. */
export const dropping = { isOver: false };

/** Why the last file was not taken; `problem` is null when it was. */
export const refusal = { problem: null, file: "" };

let whenImported = null;

/** Saves the content of the chosen world as a file: a `seed` in JSON, or `sqlite`. */
export async function exportWorld(format) {
    const response = await call("GET", "export", { query: inWorld({ format }) });
    const blob = await response.blob();
    saveFile(`${page.world}.${format === "seed" ? "json" : format}`, blob);
    say(`Exported, ${size(blob.size)}.`);
}

/** Asks, then gives the chosen world the content of `file`. */
async function importFile(file, changed) {
    const { world } = page;
    const text =
        `The world '${world}' has the content of '${file.name}' (${size(file.size)}) then, ` +
        "in place of its own. A reset brings it back to what it began with.";
    if (!await confirm(`Import into '${world}'?`, text, "Import")) return;
    refusal.problem = null;
    try {
        const response = await call("POST", "import", { query: { world }, body: file });
        const { milliseconds } = await response.json();
        say(`Imported in ${Math.round(milliseconds)} ms.`);
    } catch (error) {
        if (!error.status) return sayProblem(error);
        Object.assign(refusal, { problem: error, file: file.name });
        redraw();
    }
    await changed();
}

/** Lets the person choose a file to import. */
export function chooseFile(changed) {
    const input = document.createElement("input");
    input.type = "file";
    input.onchange = () => {
        const [file] = input.files;
        if (file) importFile(file, changed).catch(sayProblem);
    };
    input.click();
}

function over(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (dropping.isOver) return;
    dropping.isOver = true;
    redraw();
}

function out(event) {
    // Between elements of the page it is not over.
    if (event.relatedTarget) return;
    dropping.isOver = false;
    redraw();
}

function drop(event) {
    event.preventDefault();
    dropping.isOver = false;
    redraw();
    const [file] = event.dataTransfer.files;
    if (file) importFile(file, whenImported).catch(sayProblem);
}

/** Takes files that are dropped on the page; calls `changed` after each. */
export function startDropping(changed) {
    stopDropping();
    refusal.problem = null;
    whenImported = changed;
    addEventListener("dragover", over);
    addEventListener("dragleave", out);
    addEventListener("drop", drop);
}

/** Takes no files any more. */
export function stopDropping() {
    dropping.isOver = false;
    removeEventListener("dragover", over);
    removeEventListener("dragleave", out);
    removeEventListener("drop", drop);
}
