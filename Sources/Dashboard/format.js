// Times, sizes and numbers as people read them.

const units = ["B", "kB", "MB", "GB"];

/** A number of bytes, such as `7.8 kB`. */
export function size(bytes) {
    if (bytes === null || bytes === undefined) return "";
    let value = bytes;
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return `${unit && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A number of milliseconds, such as `0.86 ms` or `2.4 s`. */
export function milliseconds(value) {
    if (value === null || value === undefined) return "";
    if (value >= 10_000) return `${Math.round(value / 1000)} s`;
    if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
    return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ms`;
}

/** A whole number with its thousands apart. */
export function count(value) {
    return value.toLocaleString("en-US");
}

/** One or more of something: `1 row`, `2 rows`. */
export function some(value, one, many = `${one}s`) {
    return `${count(value)} ${value === 1 ? one : many}`;
}

/** A noun with its article: `a post`, `an event`. */
export function one(noun) {
    return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** The time of day of an instant, such as `17:11:53.525`. */
export function timeOfDay(text) {
    return /T([\d:]+(?:\.\d{1,3})?)/.exec(text)?.[1] ?? text;
}

/** A date and time in UTC, such as `2026-11-23 17:11:53`. */
export function dateAndTime(instant) {
    return new Date(instant).toISOString().slice(0, 19).replace("T", " ");
}

const spans = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1000],
];

/** A stretch of time by its two largest units, such as `8 d`, `2 h 30 min` or `12 s`. */
export function span(length) {
    let rest = Math.max(Math.round(length / 1000) * 1000, 0);
    const parts = [];
    for (const [unit, size] of spans) {
        const number = Math.floor(rest / size);
        rest -= number * size;
        if (number > 0) parts.push(`${number} ${unit}`);
        else if (parts.length) break;
    }
    return parts.slice(0, 2).join(" ") || "0 s";
}
