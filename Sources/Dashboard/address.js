// What is shown, as the part of the page's address behind `#`: `#live?world=a&q=status:4xx`.
//
// That part is never sent to a server. A view can be sent to a colleague as its address.

const listeners = [];
let current = parse(location.hash);

function parse(hash) {
    const [panel, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    return { panel, query: new URLSearchParams(query) };
}

function text({ panel, query }) {
    const parameters = query.toString();
    return `#${panel}${parameters ? `?${parameters}` : ""}`;
}

/** The name of the shown panel; empty for the first. */
export function panel() {
    return current.panel;
}

/** The value of a parameter; empty without one. */
export function parameter(name) {
    return current.query.get(name) ?? "";
}

/** Takes a parameter out of the address, which nobody shall see there; empty without one. */
export function take(name) {
    const value = parameter(name);
    if (!value) return "";
    current.query.delete(name);
    history.replaceState(null, "", text(current));
    return value;
}

/**
 * The address of a panel with these parameters; the world is that of the page unless it is named.
 */
export function link(panel, parameters = {}) {
    const query = new URLSearchParams();
    const all = { world: current.query.get("world"), ...parameters };
    for (const [name, value] of Object.entries(all)) if (value) query.set(name, value);
    return text({ panel, query });
}

/** Shows a panel, as when its link was followed. */
export function go(panel, parameters) {
    location.hash = link(panel, parameters);
}

/** Sets parameters of the shown panel, which adds no step to the history unless `isStep`. */
export function set(parameters, { isStep = false } = {}) {
    for (const [name, value] of Object.entries(parameters)) {
        if (value) current.query.set(name, value);
        else current.query.delete(name);
    }
    if (text(current) === (location.hash || "#")) return;
    history[isStep ? "pushState" : "replaceState"](null, "", text(current));
    for (const listener of listeners) listener();
}

/** Calls `listener` when another panel or other parameters are shown. */
export function onChange(listener) {
    listeners.push(listener);
}

addEventListener("popstate", () => {
    const next = parse(location.hash);
    if (text(next) === text(current)) return;
    current = next;
    for (const listener of listeners) listener();
});
