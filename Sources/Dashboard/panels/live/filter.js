// The words that choose rows: `status:4xx user:mira path:/like -method:GET text`.

const numbers = { status: (row) => row.status, time: (row) => row.timing?.milliseconds };

/** What a word before a colon looks at; each gives a text, a list, or undefined for none. */
const texts = {
    method: (row) => row.method,
    path: (row) => row.path,
    user: (row) => row.userNames ?? row.user,
    world: (row) => row.world,
    system: (row) => row.system,
    route: (row) => row.route,
    fault: (row) => row.fault,
    stub: (row) => row.stub === null || row.stub === undefined ? undefined : String(row.stub),
    peer: (row) => row.peer,
    topic: (row) => row.topic,
    event: (row) => row.event,
    socket: (row) => row.socket === undefined ? undefined : String(row.socket),
    kind: (row) => row.kind,
    changes: (row) => row.changes?.map(({ table, key }) => `${table} ${key}`).join(" "),
};

/** The words before a colon, for help. */
export const filterNames = [...Object.keys(numbers), ...Object.keys(texts)];

/**
 * Makes a test for rows out of words with spaces between them; all of them have to be met.
 *
 * A word is `name:value`, or a text that is anywhere in the path, user, route or event; `-` before
 * it turns it round, quotes keep spaces. `fault:*` is any fault, `status:4xx` all of its kind, and
 * `time:>100` all that took longer than 100 ms.
 */
export function filter(words) {
    const tests = [...words.matchAll(/(-?)(?:(\w+):)?("[^"]*"|\S+)/g)].map((
        [whole, minus, name, value],
    ) => {
        const isWhole = value.startsWith('"');
        const wanted = value.replace(/^"(.*)"$/s, "$1").toLowerCase();
        const test = numbers[name]
            ? numberTest(numbers[name], wanted)
            : texts[name]
            ? textTest(texts[name], wanted, isWhole)
            : anyTest(whole.slice(minus.length).replaceAll('"', "").toLowerCase());
        return minus ? (row) => !test(row) : test;
    });
    return (row) => row.kind === "gap" || tests.every((test) => test(row));
}

function numberTest(read, wanted) {
    if (/^\dxx$/.test(wanted)) return (row) => Math.floor(read(row) / 100) === Number(wanted[0]);
    const [, sign, number] = /^([<>]?)(.*)$/.exec(wanted);
    const limit = Number(number);
    if (sign === ">") return (row) => read(row) > limit;
    if (sign === "<") return (row) => read(row) < limit;
    return (row) => read(row) === limit;
}

function textTest(read, wanted, isWhole) {
    if (wanted === "*") return (row) => Boolean(read(row));
    const meets = isWhole ? (text) => text === wanted : (text) => text.includes(wanted);
    return (row) => lowered(read(row)).some(meets);
}

function anyTest(wanted) {
    const reads = [texts.path, texts.user, texts.route, texts.event, texts.topic, texts.method];
    return (row) => reads.some((read) => lowered(read(row)).some((text) => text.includes(wanted)));
}

/** A text, or a list of them, as a list in small letters. */
function lowered(texts) {
    return [texts ?? []].flat().map((text) => text.toLowerCase());
}
