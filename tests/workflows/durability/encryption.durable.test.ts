import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPayloadCodec } from "../../../infra/codec/payload-codec.ts";
import { makeKey } from "../../api/access/keys.ts";
import { eventually } from "../../support/eventually.ts";
import { texts } from "../../support/models/message-texts.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

/** Each would stand in a history without a codec, by another way. */
const PLANTED = {
  topic: "planted-topic",
  name: "Plantedname",
  position: "planted-position",
  turn: "planted-turn",
  reason: "planted-reason",
  providerError: "planted-provider-error",
};

let world: World;
beforeAll(async () => {
  const codec = createPayloadCodec([{ id: "test", secret: randomBytes(32) }]);
  world = await openWorld({ codec });
});
afterAll(() => world.stop());

it("Nothing of a debate is plain in its history, and whoever has the key reads it through /codec/decode.", async () => {
  world.models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) =>
        n === 1
          ? { error: { status: 400, body: { error: { message: PLANTED.providerError } } } }
          : { text: `${PLANTED.turn} ${n}` },
    }),
  );
  const { topic, name, position, reason } = PLANTED;
  const speakers = [name, "Ben"].map((speaker) => ({ name: speaker, model: "openai/gpt-5.5", position }));
  const { id } = await world.create(requestOf({ topic, participants: speakers }));
  await world.until(id, (e) => e["status"] === "error");
  expect((await world.debate(id)).error?.kind).toBe("validation");
  await world.handle(id).signal("pause", { reason });
  await world.post(`/v1/debates/${id}/retry`);
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");

  const { events } = await world.handle(id).fetchHistory();
  const execution = { workflowId: id };
  const described = await world.client.workflowService.describeWorkflowExecution({
    namespace: world.namespace,
    execution,
  });
  const plain = texts({ events, described });
  expect(plain.includes("binary/encrypted")).toBe(true);
  for (const secret of Object.values(PLANTED)) expect(plain.filter((text) => text.includes(secret))).toEqual([]);

  const started = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const payloads = started.map(({ metadata, data }) => ({
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([k, v]) => [k, Buffer.from(v).toString("base64")]),
    ),
    data: Buffer.from(data ?? []).toString("base64"),
  }));
  const decoded = await world.post("/codec/decode", { payloads });
  expect(decoded.status).toBe(200);
  expect(Buffer.from(decoded.body.payloads[0].data, "base64").toString()).toContain(name);
  const again = await world.post("/codec/decode", (await world.post("/codec/encode", decoded.body)).body);
  expect(again.body).toEqual(decoded.body);

  const [operator, writer, other] = await Promise.all([
    tokenFor({ scopes: ["admin"] }),
    tokenFor({ scopes: ["write"] }),
    tokenFor({ scopes: ["admin"], tenant: "acme" }),
  ]);
  expect((await decode(operator)).status).toBe(200);
  expect([(await decode(writer)).status, (await decode(other)).status]).toEqual([403, 403]);
  await eventually(async () => (await decode(null)).status).toBe(401);

  async function tokenFor(input: Parameters<typeof makeKey>[1]) {
    return (await makeKey(world.store, input)).token;
  }
  async function decode(bearer: string | null) {
    return world.request("/codec/decode", {
      method: "POST",
      headers: { "content-type": "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify({ payloads }),
    });
  }
});
