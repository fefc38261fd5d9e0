/** The OpenAPI document describes what webhooks carry: each delivery is valid by it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { webhookWorkflowId } from "../../workflows/base/messages.workflow-base.ts";
import { hooked } from "../support/debates/webhooks.ts";
import type { ModelReplyScript } from "../support/models/server.ts";
import { startReceiver } from "../support/servers/receiver.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters } from "../support/world.ts";

interface Described {
  webhooks: Record<
    string,
    {
      post: {
        parameters: { name: string; in: string; required: boolean }[];
        requestBody: { content: { "application/json": { schema: { $ref: string } } } };
      };
    }
  >;
}

test("Each delivery of a debate has the headers and the body that the document's only webhook describes.", async () => {
  await using open = new AsyncDisposableStack();
  const world = open.adopt(await openWorld({ webhookAllowPrivate: true }), (it) => it.stop());
  const receiver = open.adopt(await startReceiver(), (it) => it.stop());
  let failed = false;
  const turn = (): ModelReplyScript => {
    if (failed) return { text: "Speech." };
    failed = true;
    return { error: { status: 500 } };
  };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const { id } = await world.create(hooked(receiver));
  await world.finished(id);
  await world.handle(webhookWorkflowId(id)).result();

  const document = (await world.request("/openapi.json")).body as Described;
  expect(Object.keys(document.webhooks)).toEqual(["debateEvent"]);
  const { parameters = [], requestBody } = document.webhooks["debateEvent"]?.post ?? {};
  const headers = parameters.filter((each) => each.in === "header" && each.required).map(({ name }) => name);
  expect(headers).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(document, "openapi");
  const { $ref = "" } = requestBody?.content["application/json"].schema ?? {};
  const isDescribed = ajv.getSchema(`openapi${$ref}`);
  expect(new Set(receiver.received.map(({ body }) => body["type"]))).toContain("turn.failed");
  for (const { body, headers: given } of receiver.received) {
    expect(isDescribed?.(body), JSON.stringify([body, isDescribed?.errors])).toBe(true);
    expect(Object.keys(given)).toEqual(expect.arrayContaining(headers));
  }
  expect(isDescribed?.({ ...receiver.received[0]?.body, text: "A turn's words." })).toBe(false);
});
