// In which order the members of a record are shown: what tells people most comes first, ids last.

/** Names of members by how much they tell; of the same rank, the order of the server stays. */
const ranks = [
    /^(title|name|firstName|subject|quote|todo)$/,
    /^(lastName|email|username|brand|category)$/,
    /^(authorName|personName|author)$/,
    /^status$/,
];
const last = ranks.length + 4;

function rank(field) {
    if (field.name === "id") return last;
    if (field.collection) return last - 1;
    const place = ranks.findIndex((names) => names.test(field.name));
    if (place >= 0) return place;
    if (field.type === "date") return ranks.length;
    if (/slug|image|picture|thumbnail|url$/i.test(field.name)) return last - 1;
    if (/Id$|^(post|member|workspace|room)$/.test(field.name)) return last - 2;
    return ranks.length + 1;
}

/** The fields in the order in which they are shown. */
export function ordered(fields) {
    return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** The field whose value stands for the record, as a link to it: a title or a name, else the id. */
export function leading(fields) {
    const [first] = ordered(fields);
    return first && rank(first) < ranks.length && first.type !== "number"
        ? first
        : fields.find(({ name }) => name === "id") ?? first;
}

/** Words for names that say too little, or stand for something else. */
const known = {
    authorName: "Author",
    author: "Author's record",
    personName: "Person",
    coverImage: "Cover",
    imageUrl: "Picture",
    image_url: "Picture",
    logo_url: "Logo",
    readTime: "Minutes to read",
    lastLogin: "Last log-in",
};
const parts = { id: "ID", email: "e-mail", url: "URL" };

/** The name of a field in plain words: `discountPercentage` is a discount percentage. */
export function label({ name }) {
    if (name in known) return known[name];
    const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
    const text = words.split(" ").map((word) => parts[word] ?? word).join(" ");
    return text[0].toUpperCase() + text.slice(1);
}

/** What a record is called: its title, name or e-mail address; empty when it has none. */
export function nameOf(fields, record) {
    const { firstName, lastName } = record;
    if (firstName && lastName) return `${firstName} ${lastName}`;
    const names = ordered(fields).filter((field) => rank(field) < 3 && field.type !== "number");
    return names.map(({ name }) => String(record[name] ?? "").trim()).find(Boolean) ?? "";
}
