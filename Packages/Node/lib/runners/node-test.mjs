import tests from "./node-test.cjs";

export const { it, test } = tests;
