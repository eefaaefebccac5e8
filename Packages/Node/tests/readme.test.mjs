import assert from "node:assert/strict";
import fs from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { run, withoutServer } from "./processes.mjs";

const readme = fs.readFileSync("node_modules/mockpostly/README.md", "utf8");
const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);

test("the examples of the README work", async () => {
    assert.equal(blocks.length, 3);
    const file = `readme-${process.pid}.test.mjs`;
    fs.writeFileSync(file, blocks.join("\n"));
    const { code, out } = await run(process.execPath, ["--test", file], {
        env: withoutServer(),
    });
    fs.rmSync(file);
    assert.equal(code, 0, out);
});
