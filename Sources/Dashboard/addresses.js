// Where the chosen world is reached: the same addresses for all panels.

import { get } from "./api.js";
import { page, redraw } from "./page.js";
import { copied } from "./parts.js";
import { reader } from "./reader.js";
import { h } from "./view.js";

/** What the server says of its systems; read again until it answers. */
export const introductions = reader(
    () => get("introduction"),
    (value) => value ? 60_000 : 1000,
    { isOfServer: true },
);

/** Who reaches the server by which name; null when that is not known. */
const devices = [
    ["web", "Web, iOS simulator, this computer", () => location.hostname],
    ["emulator", "Android emulator", () => "10.0.2.2"],
    ["phone", "A phone on the same network", phoneName],
];
let device = "web";

function isLoopback(name) {
    return name === "localhost" || name.endsWith(".localhost") || /^127\.|^\[?::1/.test(name);
}

/** The name for a phone; null when only this computer can connect, or its name is not known. */
function phoneName() {
    return introductions.value?.local || isLoopback(location.hostname) ? null : location.hostname;
}

function nameOfDevice() {
    return devices.find(([name]) => name === device)[2]();
}

/** The port of the chosen world, and the part of its paths that leads to it. */
function place() {
    const [url] = Object.values(page.info?.baseUrls ?? {});
    if (page.info?.port && url) return { port: new URL(url).port, prefix: "" };
    return { port: location.port, prefix: page.world === page.here ? "" : `/w/${page.world}` };
}

/** The address of `path` in the chosen world, as an app on the chosen device reaches it. */
export function address(scheme, path, name = nameOfDevice() ?? location.hostname) {
    const { port, prefix } = place();
    return `${scheme}://${name}${port ? `:${port}` : ""}${prefix}${path}`;
}

/**
 * The names of the systems that are served and have a base URL; the names of its further ones begin
 * with it.
 */
export function servedSystems(info = page.info) {
    const urls = info?.baseUrls ?? {};
    const isFurther = (name) =>
        Object.keys(urls).some((other) => other !== name && name.startsWith(other));
    return Object.keys(urls).filter((name) => urls[name].startsWith("http") && !isFurther(name));
}

/** Whether a world has a dialect; the chosen world, of which the page may know nothing yet. */
export function isServed({ name, isAlwaysServed }, info = page.info) {
    return isAlwaysServed || !info || name in info.baseUrls;
}

/** The address of the chosen world's sockets; null when it has none. */
export function socketAddress() {
    const lines = (introductions.value?.systems ?? []).flatMap(({ lines }) => lines);
    const line = lines.find(({ scheme }) => scheme === "ws");
    return line ? address(line.scheme, line.path) : null;
}

/**
 * The systems as they introduce themselves, with the lines that have an address or a log-in:
 * without addresses when the device has no name for this computer.
 */
export function systems(name = nameOfDevice()) {
    return (introductions.value?.systems ?? []).map((system) => {
        const own = system.lines.filter(({ emulator }) => !emulator);
        const lines = [...own.map((line) => named(line, own)), ...otherLines(system.name, own)];
        return { ...system, lines: lines.filter(({ scheme }) => name !== null || !scheme) };
    }).filter(({ lines }) => lines.length);
}

/** A line; of two addresses that differ in the last slash alone, each is named by its form. */
function named(line, lines) {
    const bare = ({ path }) => path?.replace(/\/$/, "");
    const isTwin = line.path &&
        lines.some((other) => other !== line && bare(other) === bare(line));
    if (!isTwin) return line;
    const label = line.path.endsWith("/") ? "With the slash" : "Without the slash";
    return { ...line, label, note: line.note === "with the slash" ? "" : line.note };
}

/** The line for the base URL of a system whose other lines are not below it. */
function otherLines(name, lines) {
    const url = page.info?.baseUrls[name];
    if (!url) return [];
    const { protocol, pathname } = new URL(url);
    const path = pathname.replace(place().prefix, "").replace(/\/$/, "");
    const isThere = lines.some((line) => line.path?.replace(/\/$/, "") === path);
    return isThere ? [] : [{ label: "Requests", scheme: protocol.slice(0, -1), path }];
}

/** The value of a line, to be copied. */
export function drawLine({ scheme, path, text, note, label }) {
    const isLogIn = scheme === undefined && label === "Login";
    return [
        copied(scheme === undefined ? text : address(scheme, path)),
        note &&
        (isLogIn
            ? h("div", { class: "hint" }, "Password ", copied(note))
            : h("span", { class: "hint" }, ` ${note}`)),
    ];
}

/** Buttons for where the app runs, and what is to be known of it. */
export function drawDevices() {
    return [
        h(
            "div",
            { class: "bar", role: "group", "aria-label": "Where the app runs" },
            devices.map(([name, label]) =>
                h("button", {
                    type: "button",
                    "aria-pressed": String(device === name),
                    onclick: () => {
                        device = name;
                        redraw();
                    },
                }, label)
            ),
        ),
        nameOfDevice() === null && h(
            "p",
            { class: "hint" },
            introductions.value?.local
                ? [
                    "Only this computer can connect now. Start the server with ",
                    h("code", {}, "--lan"),
                    ", which shows its address.",
                ]
                : "Open this page by this computer's address in the network: those for a phone stand here then.",
        ),
    ];
}
