// Requests that are sent to the chosen world, and their answers.

import { ask } from "../../api.js";
import { page } from "../../page.js";

/** What stands before a path for the chosen world. */
export function worldPrefix() {
    return page.world === page.here ? "" : `/w/${encodeURIComponent(page.world)}`;
}

/** The path of a request with its query; empty parameters of the query are left out. */
export function pathOf(operation, values, token) {
    const path = operation.path.replaceAll(
        /\{(.+?)\}/g,
        (whole, name) => inPath(values[`path.${name}`] ?? "") || whole,
    );
    const query = new URLSearchParams();
    for (const { key, name } of operation.parameters) {
        if (key.startsWith("query.") && values[key]) query.append(name, values[key]);
    }
    if (token?.query) query.set(...token.query.split("="));
    const prefix = operation.isControl ? "" : worldPrefix();
    return prefix + path + (query.size ? `?${query}` : "");
}

/** A value as a part of a path; what is escaped in it already stays as it is. */
function inPath(value) {
    return value.replaceAll(/%(?![0-9A-Fa-f]{2})|[^\w.~!$&'()*+,;=:@%-]/gu, encodeURIComponent);
}

/** The fields of a request, without those that a browser writes itself. */
export function headersOf(operation, values, token, type) {
    const headers = {};
    for (const { key, name } of operation.parameters) {
        if (key.startsWith("header.") && values[key]) headers[name] = values[key];
    }
    if (type && type !== "multipart/form-data") headers["Content-Type"] = type;
    if (token?.authorization) headers.Authorization = token.authorization;
    return headers;
}

/** A body of this type from JSON that was typed; other texts are sent as they are. */
export function bodyOf(text, type) {
    if (!type) return undefined;
    if (type === "application/json") return text;
    let members;
    try {
        members = Object.entries(JSON.parse(text));
    } catch {
        return text;
    }
    const pairs = members.map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
    ]);
    if (type === "application/x-www-form-urlencoded") return new URLSearchParams(pairs);
    if (type !== "multipart/form-data") return text;
    const form = new FormData();
    for (const [name, value] of pairs) form.append(name, value);
    return form;
}

/** Sends a request and gives its answer; `error` is there when none came. */
export async function sendRequest(operation, path, headers, body) {
    const { method } = operation;
    const begun = performance.now();
    const answer = { method, path, world: page.world };
    try {
        const response = operation.isControl
            ? await ask(method, path, body === undefined ? {} : { body: new Blob([body]) })
            : await fetch(path, { method, headers, body, cache: "no-store", credentials: "omit" });
        const bytes = await response.arrayBuffer();
        return {
            ...answer,
            status: response.status,
            reason: response.statusText,
            headers: [...response.headers],
            redirectedTo: response.redirected ? response.url : null,
            type: response.headers.get("Content-Type") ?? "",
            bytes,
            milliseconds: performance.now() - begun,
        };
    } catch {
        return { ...answer, error: true, milliseconds: performance.now() - begun };
    }
}

/** The same request as a command of curl. */
export function curlOf(operation, path, headers, body) {
    const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
    const words = ["curl", "-i"];
    if (operation.method !== "GET") words.push("-X", operation.method);
    words.push(quoted(location.origin + path));
    for (const [name, value] of Object.entries(headers)) {
        words.push("-H", quoted(`${name}: ${value}`));
    }
    if (body instanceof FormData) {
        for (const [name, value] of body) words.push("-F", quoted(`${name}=${value}`));
    } else if (body !== undefined) {
        words.push("--data-raw", quoted(String(body)));
    }
    return words.join(" ");
}
