/** Keys, tenants and limits hold for runs of AG-UI as for every request. */
import { HttpAgent, type Interrupt, type RunAgentParameters } from "@ag-ui/client";
import { expect, test } from "vitest";
import { fourKeys } from "../api/access/keys.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const { topic, ...PAIR } = requestOf({ clarifications: { enabled: true, maxIterations: 1 } }) as { topic: string };

test("A run is its tenant's: to another one its questions are not there, and the same ids begin a debate of its own.", async () => {
  await using world = await openWorld();
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { one, other, reader, limited } = await fourKeys(world.store);
  const send = async (token: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return (await world.request(path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) })).body;
  };
  for (const { token } of [one, other]) await send(token, "/v1/presets", { name: "pair", request: PAIR });

  async function run(token: string, parameters: RunAgentParameters = {}) {
    const headers = { authorization: `Bearer ${token}` };
    const messages = [{ id: "1", role: "user" as const, content: topic }];
    const agent = new HttpAgent({ url: `${world.url}/agui/pair`, threadId: "t", headers, initialMessages: messages });
    let open: Interrupt[] = [];
    const failed = await agent
      .runAgent(parameters, {
        onRunFinishedEvent: (input) => {
          if (input.outcome === "interrupt") open = input.interrupts;
        },
      })
      .then(
        () => null,
        (error: { status?: number }) => error.status,
      );
    return { failed, interruptId: open[0]?.id ?? "", debate: (agent.state as { debate?: string }).debate };
  }

  const first = await run(one.token, { runId: "r" });
  expect(first).toMatchObject({ failed: null, interruptId: `${first.debate}/questions-q1` });
  const resume = [{ interruptId: first.interruptId, status: "resolved" as const, payload: "Graz." }];
  expect((await run(other.token, { resume })).failed).toBe(422);
  const second = await run(other.token, { runId: "r" });
  expect(second.failed).toBeNull();
  expect(second.debate).not.toBe(first.debate);
  expect((await send(other.token, `/v1/debates/${first.debate}`)).status).toBe(404);
  expect((await send(one.token, `/v1/debates/${first.debate}`)).pending).not.toBeNull();
  expect((await run(reader.token, { runId: "r" })).failed).toBe(403);
  expect((await run(limited.token, { runId: "once" })).failed).toBeNull();
  expect((await run(limited.token, { runId: "twice" })).failed).toBe(429);
});
