import process from "node:process";
import failing from "./failing.cjs";

const { test } = await import(process.env.TESTS_OF);
failing(test);
