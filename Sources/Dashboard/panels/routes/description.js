// The routes, from the descriptions that the server has of itself (OpenAPI 3.1).

import { get } from "../../api.js";

const methods = ["get", "post", "put", "patch", "delete", "head", "options"];
/** What is read already, by the name of the file. */
const read = new Map();

/** The operations of `openapi.json` or `openapi-control.json`, in the order of the file. */
export function operations(file) {
    if (!read.has(file)) {
        const operations = get(file).then(allOperations);
        operations.catch(() => read.delete(file));
        read.set(file, operations);
    }
    return read.get(file);
}

/** The operations of the user's own description, each with whether it has state and why. */
export function described() {
    own ??= get("routes").then(({ operations }) => operations.map(describedOperation));
    own.catch(() => own = null);
    return own;
}

let own = null;

function describedOperation({ method, path, operationId, state, class: role, why, overlay }) {
    const names = path.match(/\{[^}]*\}/g) ?? [];
    const takesBody = ["POST", "PUT", "PATCH"].includes(method);
    const summary = state ? `${role}: ${why}` : `no state: ${why}`;
    return {
        name: `${method} ${path}`,
        method,
        path,
        tag: "Your API",
        summary,
        description: operationId ? `It is called ${operationId} in the description.` : "",
        overlay,
        parameters: names.map((name) => name.slice(1, -1)).map((name) => ({
            key: `path.${name}`,
            in: "path",
            name,
            description: "",
            isNeeded: true,
            example: "1",
            usual: "",
            choices: null,
        })),
        contents: takesBody
            ? [{ type: "application/json", examples: [{ name: "empty", value: {} }] }]
            : [],
        needsToken: false,
        answers: [],
    };
}

function allOperations(document) {
    const resolve = (value) => {
        while (value?.$ref) {
            value = value.$ref.slice(2).split("/").reduce((at, name) => at?.[name], document);
        }
        return value;
    };
    return Object.entries(document.paths).flatMap(([path, item]) =>
        methods.filter((method) => item[method]).map((method) =>
            readOperation(method, path, item, document, resolve)
        )
    );
}

function readOperation(method, path, item, document, resolve) {
    const operation = item[method];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve)
        // A former name is no field of its own.
        .filter((parameter) => !parameter.deprecated);
    const security = operation.security ?? document.security ?? [];
    return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? "Others",
        summary: operation.summary ?? "",
        description: operation.description ?? "",
        parameters: parameters.map((parameter) => readParameter(parameter, resolve)),
        contents: readContents(resolve(operation.requestBody), resolve),
        needsToken: security.length > 0 && !security.some((one) => Object.keys(one).length === 0),
        answers: Object.entries(operation.responses ?? {}).map(([status, answer]) => ({
            status,
            description: resolve(answer)?.description ?? "",
        })),
    };
}

function readParameter(parameter, resolve) {
    const schema = resolve(parameter.schema) ?? {};
    const [named] = Object.values(parameter.examples ?? {}).map(resolve);
    const example = parameter.example ?? named?.value ?? schema.example;
    return {
        key: `${parameter.in}.${parameter.name}`,
        in: parameter.in,
        name: parameter.name,
        description: parameter.description ?? schema.description ?? "",
        isNeeded: Boolean(parameter.required),
        example: example === undefined ? "" : text(example),
        usual: schema.default === undefined ? "" : text(schema.default),
        choices: schema.type === "boolean" ? ["true", "false"] : schema.enum?.map(text) ?? null,
    };
}

function text(value) {
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What a body can be: media types with their examples. */
function readContents(body, resolve) {
    return Object.entries(body?.content ?? {}).map(([type, content]) => {
        const examples = Object.entries(content.examples ?? {}).map(([name, example]) => ({
            name,
            value: resolve(example)?.value,
        }));
        if (content.example !== undefined) {
            examples.push({ name: "example", value: content.example });
        }
        if (examples.length === 0 && type === "application/json") {
            examples.push({ name: "sample", value: sample(resolve(content.schema), resolve) });
        }
        return { type, examples };
    });
}

/** A value that has the form of a schema. */
function sample(schema, resolve) {
    if (!schema) return {};
    if (schema.example !== undefined) return schema.example;
    if (schema.const !== undefined) return schema.const;
    if (schema.default !== undefined) return schema.default;
    if (schema.enum) return schema.enum[0];
    switch ([schema.type].flat()[0]) {
        case "string":
            return "Text";
        case "integer":
        case "number":
            return schema.minimum ?? 1;
        case "boolean":
            return true;
        case "array":
            return [];
        default: {
            const properties = Object.entries(schema.properties ?? {});
            const needed = properties.filter(([name]) => schema.required?.includes(name));
            const shown = needed.length ? needed : properties.slice(0, 1);
            return Object.fromEntries(
                shown.map(([name, property]) => [name, sample(resolve(property), resolve)]),
            );
        }
    }
}
