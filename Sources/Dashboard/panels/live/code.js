// A request of the journal as code in several languages.

const fixed = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** What the code is made of: address, fields that matter, body. */
function parts(entry) {
    const { request } = entry;
    const headers = besideText(request.headers, request).filter(({ name }) =>
        !fixed.has(name.toLowerCase())
    );
    // A world can have a port of its own, which only this field tells.
    const host = request.headers.find(({ name }) => name.toLowerCase() === "host")?.value;
    return {
        method: entry.method,
        url: `http://${host ?? location.host}${entry.path}`,
        path: entry.path,
        headers,
        body: request.body || null,
        status: entry.status,
    };
}

/**
 * The fields of a request whose body is sent as it is read: in UTF-8 where it had a `charset`, and
 * plain where it had a `coding`.
 */
export function besideText(headers, { coding, charset }) {
    const isNamed = ({ name }, other) => name.toLowerCase() === other;
    return headers
        .filter((field) => !coding || !isNamed(field, "content-encoding"))
        .map((field) => {
            if (!charset || !isNamed(field, "content-type")) return field;
            const value = field.value.replace(/(;\s*charset\s*=)[^;]*/i, "$1utf-8");
            return { ...field, value };
        });
}

/** What the code lacks, in words; empty when it has all. */
function gaps({ request }) {
    if (request.base64) return "The body is not here: it is no text.";
    return request.cut ? "The body is longer than what is here." : "";
}

const json = (text) => JSON.stringify(text);

/** `text` as JSON, whose escapes other than `\\` and `\"` are as `other` writes them. */
function escaped(text, other) {
    return json(text).replace(
        /\\(u([0-9a-f]{4})|.)/gi,
        (all, letter, hex) => other(hex ? "u" : letter, hex) ?? all,
    );
}

/** A text of Swift. */
function swift(text) {
    const codes = { b: "8", f: "c" };
    return escaped(text, (letter, hex) => {
        const code = hex ?? codes[letter];
        return code && `\\u{${code}}`;
    });
}

/** A text of Kotlin, in which `$` begins a template. */
function kotlin(text) {
    return escaped(text, (letter) => letter === "f" ? "\\u000c" : null).replaceAll("$", "\\$");
}

function swiftRequest({ method, url, headers, body }) {
    const lines = [`var request = URLRequest(url: URL(string: ${swift(url)})!)`];
    if (method !== "GET") lines.push(`request.httpMethod = ${swift(method)}`);
    for (const { name, value } of headers) {
        lines.push(`request.addValue(${swift(value)}, forHTTPHeaderField: ${swift(name)})`);
    }
    if (body) lines.push(`request.httpBody = Data(${swift(body)}.utf8)`);
    return [
        "import Foundation",
        "",
        ...lines,
        "let (data, response) = try await URLSession.shared.data(for: request)",
        "print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))",
    ];
}

function kotlinRequest({ method, url, headers, body }) {
    const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value;
    const needsBody = ["POST", "PUT", "PATCH"].includes(method);
    const content = body || needsBody
        ? `${kotlin(body ?? "")}.toRequestBody(${type ? `${kotlin(type)}.toMediaType()` : "null"})`
        : "null";
    return [
        "import okhttp3.MediaType.Companion.toMediaType",
        "import okhttp3.OkHttpClient",
        "import okhttp3.Request",
        "import okhttp3.RequestBody.Companion.toRequestBody",
        "",
        "val request = Request.Builder()",
        `    .url(${kotlin(url)})`,
        ...headers.map(({ name, value }) => `    .addHeader(${kotlin(name)}, ${kotlin(value)})`),
        `    .method(${kotlin(method)}, ${content})`,
        "    .build()",
        "OkHttpClient().newCall(request).execute().use { response ->",
        "    println(response.code)",
        "    println(response.body?.string())",
        "}",
    ];
}

function javaScriptRequest({ method, url, headers, body }) {
    return [
        `const response = await fetch(${json(url)}, {`,
        `  method: ${json(method)},`,
        "  headers: [",
        ...headers.map(({ name, value }) => `    [${json(name)}, ${json(value)}],`),
        "  ],",
        ...(body ? [`  body: ${json(body)},`] : []),
        "});",
        "console.log(response.status, await response.text());",
    ];
}

/** A text of Python: JSON's escapes are Python's, but for `\/`, which JSON.stringify never makes. */
const python = json;

function pytest({ method, url, headers, body, status }) {
    return [
        "import requests",
        "",
        "",
        "def test_request():",
        "    response = requests.request(",
        `        ${python(method)},`,
        `        ${python(url)},`,
        "        headers={",
        ...headers.map(({ name, value }) => `            ${python(name)}: ${python(value)},`),
        "        },",
        ...(body ? [`        data=${python(body)}.encode(),`] : []),
        "        timeout=10,",
        "    )",
        `    assert response.status_code == ${status}`,
    ];
}

function swiftTesting({ method, path, headers, body, status }) {
    const lines = [
        `        ${swift(method)},`,
        `        ${swift(path.replace(/^\/w\/[^/]+/, ""))},`,
        "        headers: [",
        ...headers.map(({ name, value }) => `            ${swift(name)}: ${swift(value)},`),
        "        ]" + (body ? "," : ""),
        ...(body ? [`        body: ${swift(body)}`] : []),
    ];
    if (!headers.length) lines.splice(2, 2, `        headers: [:]${body ? "," : ""}`);
    return [
        "import MockPostlyTesting",
        "import Testing",
        "",
        "@Test(.mockpostly)",
        "func request() throws {",
        "    let answer = try MockServer.World.current.send(",
        ...lines,
        "    )",
        `    #expect(answer.status == ${status})`,
        "}",
    ];
}

/** The languages: their names, and what makes the code of an entry with its content. */
export const languages = [
    ["Swift (URLSession)", swiftRequest],
    ["Kotlin (OkHttp)", kotlinRequest],
    ["JavaScript (fetch)", javaScriptRequest],
    ["pytest", pytest, "#"],
    ["Swift Testing", swiftTesting],
].map(([name, make, comment = "//"]) => ({
    name,
    code: (entry) => {
        const words = gaps(entry);
        return [...(words ? [`${comment} ${words}`] : []), ...make(parts(entry)), ""].join("\n");
    },
}));
