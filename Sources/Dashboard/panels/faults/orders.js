// Made by scripts/schemas of openapi-control.yaml; changes are lost.

// The plain members of orders of faults and of stubs.

export const ruleFields = [
    {
        name: "name",
        isNumber: false,
        isNull: true,
        hint: "What answers and the log call it.",
    },
    {
        name: "rate",
        isNumber: true,
        isNull: false,
        hint: "The chance of each request, from 0 to 1.",
    },
    {
        name: "times",
        isNumber: true,
        isNull: true,
        hint: "Only so many requests.",
    },
    {
        name: "after",
        isNumber: true,
        isNull: false,
        hint: "Let so many requests through first.",
    },
    {
        name: "per",
        isNumber: false,
        isNull: false,
        hint: "What `times` and `after` count by.",
    },
    {
        name: "script",
        isNumber: false,
        isNull: true,
        hint: "Only when these steps say down: 'up 5s, down 2s, up'.",
    },
    {
        name: "ttl",
        isNumber: false,
        isNull: true,
        hint: "Delete it after this time; default: never.",
    },
];

export const stubFields = [
    {
        name: "times",
        isNumber: true,
        isNull: false,
        hint: "How many requests to answer; default: all.",
    },
    {
        name: "after",
        isNumber: true,
        isNull: false,
        hint: "Let so many requests through first.",
    },
    {
        name: "priority",
        isNumber: true,
        isNull: false,
        hint: "The lowest number goes first; default: 5.",
    },
    {
        name: "ttl",
        isNumber: false,
        isNull: true,
        hint: "Delete it after this time; default: never.",
    },
];
