// Fields of forms for the plain members of an order.

import { typedNumber } from "../../parts.js";

/** The fields of `members`: first those of `looks`, in its order and with what it says of them. */
export function memberFields(members, looks) {
    const names = Object.keys(looks);
    const place = ({ name }) => names.includes(name) ? names.indexOf(name) : names.length;
    return [...members].sort((a, b) => place(a) - place(b)).map(({ name, isNumber, hint }) => ({
        isShort: true,
        name,
        label: name[0].toUpperCase() + name.slice(1),
        kind: isNumber ? "number" : undefined,
        hint,
        ...looks[name],
    }));
}

/** What was filled in; an empty field is null where the order takes it, and else left out. */
export function readMembers(members, values, isPart = false) {
    const order = {};
    for (const { name, isNumber, isNull } of members) {
        const text = values[name].trim();
        if (!text && (isNull || isPart)) {
            if (!isPart) order[name] = null;
        } else {
            order[name] = isNumber ? typedNumber(name, text) : text;
        }
    }
    return order;
}
