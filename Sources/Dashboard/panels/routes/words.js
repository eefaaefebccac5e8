// The words of the descriptions.

import { h } from "../../view.js";

/** Text with `code` in it and paragraphs, as in the descriptions. */
export function drawWords(text) {
    return text.trim().split(/\n\s*\n/).filter(Boolean).map((paragraph) =>
        h("p", {}, withCode(paragraph))
    );
}

/** Text with `code` in it. */
export function withCode(text) {
    return text.split(/(`[^`]+`)/).map((part) =>
        part.length > 2 && part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part
    );
}
