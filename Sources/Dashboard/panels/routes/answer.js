// The answer to a request that was sent from the page.

import { link } from "../../address.js";
import { milliseconds, size } from "../../format.js";
import { jsonTree } from "../../parts.js";
import { h } from "../../view.js";

/** The most of a text that is shown. */
const mostText = 200_000;
let picture = { bytes: null, url: "" };

/** An address for the picture of an answer; that of the last one is given back. */
function pictureOf({ bytes, type }) {
    if (picture.bytes !== bytes) {
        URL.revokeObjectURL(picture.url);
        picture = { bytes, url: URL.createObjectURL(new Blob([bytes], { type })) };
    }
    return picture.url;
}

function drawBody(answer) {
    const { bytes, type } = answer;
    if (bytes.byteLength === 0) return h("p", { class: "dim" }, "No body.");
    if (type.startsWith("image/")) {
        return h("img", { src: pictureOf(answer), alt: "The picture of the answer" });
    }
    const text = new TextDecoder().decode(bytes);
    if (/json/.test(type)) {
        try {
            return jsonTree(JSON.parse(text));
        } catch {
            // Then it is shown as it came.
        }
    }
    if (/[\0]/.test(text.slice(0, 1000))) return h("p", { class: "dim" }, size(bytes.byteLength));
    return h("pre", {}, text.length > mostText ? `${text.slice(0, mostText)}…` : text);
}

export function drawAnswer(answer) {
    const { method, path, status, reason, headers, error } = answer;
    const time = milliseconds(answer.milliseconds);
    const request = h("code", {}, `${method} ${path}`);
    const journal = h(
        "a",
        {
            href: link("live", {
                q: `path:${path.replace(/[?].*/s, "").replace(/^\/w\/[^/]+/, "")}`,
            }),
        },
        "See it in Live",
    );
    if (error) {
        return h(
            "section",
            { class: "answer", "aria-label": "Answer", "aria-live": "polite" },
            h("h3", {}, h("span", { class: "bad-text" }, "No answer"), ` after ${time}`),
            h("p", {}, "The connection ended, or what came was no answer of HTTP."),
            h("p", {}, request, " ", journal),
        );
    }
    const colour = status < 300 ? "good" : status < 400 ? "warn" : "bad";
    return h(
        "section",
        { class: "answer", "aria-label": "Answer", "aria-live": "polite", key: answer.number },
        h(
            "h3",
            {},
            h("span", { class: `${colour}-text status` }, `${status} ${reason}`.trim()),
            h("span", { class: "dim" }, ` · ${time} · ${size(answer.bytes.byteLength)}`),
        ),
        h("p", {}, request, " ", journal),
        answer.redirectedTo &&
            h("p", { class: "dim" }, `It was redirected to ${answer.redirectedTo}.`),
        h(
            "details",
            {},
            h("summary", {}, `Headers (${headers.length})`),
            h(
                "dl",
                { class: "facts" },
                headers.map(([name, value]) =>
                    h("div", {}, h("dt", {}, name), h("dd", { class: "mono" }, value))
                ),
            ),
        ),
        h("div", { class: "body" }, drawBody(answer)),
    );
}
