/** Measures what a world costs a test: making it, and deleting it, at the median of 1,000. */

import { MockServer } from "mockpostly";

const server = await MockServer.live();
const times = [];
for (let i = 0; i < 1000; i++) {
    const before = process.hrtime.bigint();
    const world = await server.makeWorld({ name: `cost-${i}` });
    await world.delete();
    times.push(Number(process.hrtime.bigint() - before) / 1e6);
}
await server.stop();
const cost = times.sort((a, b) => a - b)[500];
console.log(`a world costs ${cost.toFixed(2)} ms (the median of 1,000)`);
const limit = process.env.MOCKPOSTLY_COST_LIMIT;
if (limit && cost > Number(limit)) {
    console.error(`that is more than ${limit} ms`);
    process.exitCode = 1;
}
