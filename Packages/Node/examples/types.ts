// Uses the types as programs in TypeScript do; it is checked, and not run.

import { type Fault, MockServer, type RecordedRequest, Unmet, type World } from "mockpostly";
import { test as jestTest } from "mockpostly/jest";
import { test as nodeTest } from "mockpostly/node-test";

const lost: Fault = { connection: "reset", point: "half", write: "saved" };

async function useWorld(world: World): Promise<RecordedRequest> {
    await world.addFault(lost, {
        on: "POST /api/posts",
        times: 1,
        timeToLive: "5m",
    });
    await world.addFault({ socket: "drop" }, {
        onMessages: { topic: "community:*" },
        rate: 0.5,
    });
    await world.addStub({ path: { contains: "posts" } }, [{
        status: 503,
        times: 2,
    }, { json: [] }]);
    await world.advanceClock(7 * 24 * 60 * 60 * 1000);
    await world.verify({ path: "/api/posts", query: { limit: 1 } }, {
        count: { atLeast: 1 },
    });
    const answer: Response = await world.fetch("/api/posts", {
        method: "POST",
    });
    const bases: string = world.baseURLs.postly + answer.status;
    await world.expectState(bases, {
        at: "$.likes",
        is: { matches: "[0-9]+" },
    });
    return world.expectRequest("POST /api/posts/{id}/like", { within: 2000 });
}

export async function useServer(): Promise<void> {
    const server = await MockServer.live({ args: ["--seed", "empty"] });
    try {
        const world = await server.makeWorld({
            clock: { frozenAt: "2027-01-01T00:00:00Z" },
        });
        const { status, request } = await useWorld(world);
        const authorization: string | undefined = request.headers.authorization;
        console.log(status, authorization);
    } catch (error) {
        if (error instanceof Unmet) console.error(error.problem?.detail);
    }
    const disposable: AsyncDisposable = server;
    await disposable[Symbol.asyncDispose]();
    // @ts-expect-error: there is no such option
    await MockServer.live({ port: 1 });
    // @ts-expect-error: a fault has no such member
    await (await server.home()).addFault({ statsu: 503 });
}

jestTest("of Jest", async ({ world }) => {
    await world.clock();
}, 1000);
jestTest.only.each([["a", 1], ["b", 2]] as [string, number][])(
    "of Jest, %s",
    ({ world }, letter, number) => world.token(letter, { expiresIn: number }),
);
const quiet = nodeTest.extend({ worldOptions: { scenario: "empty-feed" } });
quiet("of Node", { timeout: 1000 }, (t) => t.diagnostic(t.world.name));
nodeTest.skip(
    "of Node, skipped",
    (t) => t.world.reset({ systems: ["postly"] }),
);
