// A request of the journal as code in several languages.

const fixed = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** What the code is made of: address, fields that matter, body. */
function parts(entry) {
    const headers = entry.request.headers.filter(({ name }) => !fixed.has(name.toLowerCase()));
    return {
        method: entry.method,
        url: location.origin + entry.path,
        path: entry.path,
        headers,
        body: entry.request.body || null,
        status: entry.status,
    };
}

const json = (text) => JSON.stringify(text);

/** A text of Swift, which has other escapes than JSON. */
function swift(text) {
    return json(text).replace(/\\u([0-9a-f]{4})/gi, "\\u{$1}").replaceAll("\\b", "\\u{8}")
        .replaceAll("\\f", "\\u{c}");
}

/** A text of Kotlin, in which `$` begins a template. */
function kotlin(text) {
    return json(text).replaceAll("$", "\\$").replaceAll("\\f", "\\u000c");
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
        "    let answer = try MockServer.world.send(",
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
    ["pytest", pytest],
    ["Swift Testing", swiftTesting],
].map(([name, make]) => ({ name, code: (entry) => make(parts(entry)).join("\n") + "\n" }));
