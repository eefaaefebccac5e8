// A process that uses a server until its standard input ends, for tests that kill it.

import process from "node:process";
import { MockServer } from "mockpostly";

const server = await MockServer.live();
const { child, folder } = server.live;
process.stdout.write(
    `${JSON.stringify({ url: server.url, pid: child.pid, folder })}\n`,
);
process.stdin.resume();
process.stdin.on("end", () => process.exit());
