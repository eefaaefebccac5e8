// Pictures of records: what stands in place of an address of one.

import { page } from "../../page.js";
import { h } from "../../view.js";

/** Hosts whose pictures the server draws by their addresses, and those that it has itself. */
const drawn = [
    "https://images.pexels.com/",
    "https://lh3.googleusercontent.com/",
    "https://randomuser.me/",
];
const served = [
    ["https://dummyjson.com/", "/"],
    ["https://cdn.dummyjson.com/", "/cdn/"],
    ["https://robohash.org/", "/icon/"],
];

/** Whether a field has the address of a picture. */
export function isPicture({ name, type }) {
    return (type === "text" || type === "longText") &&
        /image|picture|thumbnail|photo|logo/i.test(name);
}

/** The name of the drawing in place of the picture at `address`: FNV-1a of its bytes, as there. */
function drawingOf(address, kind) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(address)) {
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
    return `/__mockpostly/pictures/${kind}-${hash.toString(16).padStart(16, "0")}.jpg`;
}

/** Where the server has the picture at `address` itself; null when it has none. */
function ownPath(address) {
    if (/^\/(?!\/)/.test(address)) return address;
    const [host, folder] = served.find(([host]) => address.startsWith(host)) ?? [];
    return host ? folder + address.slice(host.length) : null;
}

/** Where the server shows the picture at `address`, by a request that is none of the app's. */
function source(address, kind) {
    if (drawn.some((host) => address.startsWith(host))) return drawingOf(address, kind);
    const path = ownPath(address);
    if (!path) return null;
    return `/__mockpostly/pictures/own?${new URLSearchParams({ world: page.world, path })}`;
}

/**
 * The pictures of a field whose value has an address in each line, described by `words`.
 *
 * Those on other hosts are drawn; those that a system of this server has are shown as it has them.
 */
export function pictures(field, value, words) {
    return value.trim().split("\n").map((address) => {
        const kind = field.name === "picture" || address.startsWith("https://dummyjson.com/icon/")
            ? "portrait"
            : "cover";
        const src = source(address, kind);
        if (!src) return address;
        const alt = `${kind === "portrait" ? "Portrait" : "Picture"} of ${words}`;
        return h("img", { key: src, class: kind, src, alt, title: address, loading: "lazy" });
    });
}
