// Keeps a part of the page equal to a description of it. `docs/dashboard.md` explains how.

/** What an element was made from: its description, kept on the element itself. */
const made = Symbol("made");
const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * Describes an element.
 *
 * Children are descriptions, texts and numbers, in lists of any depth; null, undefined, true and
 * false stand for nothing. Texts are only ever shown as text.
 */
export function h(name, attributes, ...children) {
    return describe(name, attributes, children, false);
}

/** Describes an element of SVG. */
export function svg(name, attributes, ...children) {
    return describe(name, attributes, children, true);
}

function describe(name, attributes, children, isSVG) {
    const shown = children.flat(Infinity).filter((child) =>
        child !== null && child !== undefined && child !== true && child !== false
    );
    return { name, attributes: attributes ?? {}, children: shown, isSVG };
}

/**
 * Keeps the content of `root` equal to what `draw()` returns.
 *
 * Returns a function that draws again before the next frame, once, however often it is called.
 */
export function mount(root, draw) {
    let isWaiting = false;
    const update = () => {
        isWaiting = false;
        show(root, [draw()].flat(Infinity));
    };
    update();
    return () => {
        if (isWaiting) return;
        isWaiting = true;
        // A tab that is not seen gets no frames; what it shows has to be right nevertheless.
        if (document.hidden) setTimeout(update, 100);
        else requestAnimationFrame(update);
    };
}

/** Makes the children of `parent` equal to `nodes`. */
function show(parent, nodes) {
    const keyed = new Map();
    const wanted = new Set(nodes.map((node) => node.attributes?.key));
    for (const child of [...parent.childNodes]) {
        const key = child[made]?.attributes.key;
        if (key === undefined) continue;
        // What is gone must not stand in the way of what has its place by order alone.
        if (wanted.has(key)) keyed.set(key, child);
        else remove(child);
    }
    let place = parent.firstChild;
    for (const node of nodes) {
        const old = match(place, node, keyed);
        if (!old) {
            parent.insertBefore(create(node), place);
        } else {
            if (old === place) place = place.nextSibling;
            else parent.insertBefore(old, place);
            patch(old, node);
        }
    }
    while (place) {
        const next = place.nextSibling;
        remove(place);
        place = next;
    }
}

/** The node of the page that can become `node`: the one with its key, else the one at `place`. */
function match(place, node, keyed) {
    if (typeof node !== "object") return place?.nodeType === Node.TEXT_NODE ? place : null;
    const { key } = node.attributes;
    if (key !== undefined) {
        const old = keyed.get(key);
        keyed.delete(key);
        return old?.[made].name === node.name ? old : null;
    }
    const old = place?.[made];
    return old && old.name === node.name && old.attributes.key === undefined ? place : null;
}

function create(node) {
    if (typeof node !== "object") return document.createTextNode(node);
    const element = node.isSVG
        ? document.createElementNS(svgNamespace, node.name)
        : document.createElement(node.name);
    element[made] = { name: node.name, attributes: {}, children: [] };
    patch(element, node);
    const { attached } = node.attributes;
    if (attached) queueMicrotask(() => attached(element));
    return element;
}

function patch(place, node) {
    if (typeof node !== "object") {
        if (place.data !== String(node)) place.data = node;
        return;
    }
    // The same description as before: what it describes has not changed.
    if (place[made] === node) return;
    const old = place[made].attributes;
    const { attributes } = node;
    place[made] = node;
    for (const name in old) {
        if (!(name in attributes)) setAttribute(place, name, undefined, node.isSVG);
    }
    // A list has its value only once it has its choices.
    if (node.name !== "select") setAll(place, attributes, old, node.isSVG);
    show(place, node.children);
    if (node.name === "select") setAll(place, attributes, old, node.isSVG);
}

function setAll(element, attributes, old, isSVG) {
    for (const name in attributes) {
        const value = attributes[name];
        // People change these themselves, so what counts is what the element has now. Of a choice
        // in a list it is fixed, and without one it would be its text.
        if (name === "checked" || name === "value" && element.localName !== "option") {
            if (element[name] !== value && value !== undefined) element[name] = value;
        } else if (old[name] !== value) {
            setAttribute(element, name, value, isSVG);
        }
    }
}

function setAttribute(element, name, value, isSVG) {
    if (name === "key" || name === "attached") return;
    if (name.startsWith("on")) {
        element[name] = value ?? null;
    } else if (name === "style") {
        // Through the object model, because the page forbids styles in attributes.
        for (const [property, text] of Object.entries(value ?? {})) {
            element.style.setProperty(property, text);
        }
    } else if (!isSVG && typeof value === "boolean" && name in element) {
        element[name] = value;
    } else if (value === undefined || value === null || value === false) {
        element.removeAttribute(name);
    } else {
        element.setAttribute(name, value === true ? "" : value);
    }
}

function remove(node) {
    // The focus would go to the start of the page; its nearest place is better.
    if (node.contains(document.activeElement)) {
        node.parentElement?.closest("[tabindex], main")?.focus({ preventScroll: true });
    }
    node.remove();
}
