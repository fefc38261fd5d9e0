/** Create and read debates; `list.debates-api.ts` lists them. */
import type { Context } from "hono";
import { DebateRequest } from "../../domain/rules/request/debate-request.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { readerOf } from "../access/reader.access.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { jsonText } from "../base/json-text.ts";
import type { Services } from "../base/services.ts";
import { readJson } from "../http/body.http.ts";
import { etagOf, isNoneMatch } from "../http/conditional.ts";
import { preferredWait } from "../http/prefer.ts";
import { createdDebate, debateReply, wholeNumber } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { leavePlace, takeWait } from "../places/wait.api.ts";
import { listDebates } from "./list.debates-api.ts";
import { isDraft, startDebate } from "./start.ts";

const create = defineRoute({
  at: "POST /v1/debates",
  place: "creates",
  operationId: "createDebate",
  summary: "Create a debate and start it, or keep it as a draft",
  description:
    "With the header `Prefer: wait=60` the answer comes when the debate is over and has its `result`, or after 60 seconds:\n\n" +
    "```sh\ncurl -s $API/v1/debates -H 'content-type: application/json' -H 'prefer: wait=60' -d '{ \"topic\": \"Should cities ban cars?\", \"maxRounds\": 2 }'\n```\n\n" +
    'Without it the answer comes at once, and `GET /v1/debates/{id}` or the events show the rest. A topic is enough: `warnings` then says who debates and who judges. With `"start": false` the debate is a draft.',
  headers: { prefer: "`wait=N` waits up to N seconds (at most 60) for the end" },
  body: DebateRequest,
  replies: { 201: createdDebate("The debate") },
  refuses: ["conflict", "quota-exceeded"],
  async answer(c, services) {
    const { debates } = services;
    const body = await readJson(c);
    // A draft does not end by itself.
    const wait = isDraft(body) ? 0 : preferredWait(c.req.header("prefer"));
    if (wait > 0) takeWait(c, services);
    const by = { tenant: c.get("tenant"), key: c.get("caller")?.key, lease: c.get("lease") };
    const started = await startDebate(services, { ...by, body });
    if (wait > 0) leavePlace(c);
    const record = await debates.wait({
      record: started,
      // A debate that was rejected waits for its owner.
      until: ({ state }) => isTerminal(state.status) || state.status === "configuring",
      ms: wait * 1000,
      signal: services.leaving(c),
    });
    if (wait > 0) c.header("Preference-Applied", `wait=${wait}`);
    return showCreated(c, services, record, await services.webhooks.created(record, body));
  },
});

const read = defineRoute({
  at: "GET /v1/debates/{id}",
  operationId: "getDebate",
  summary: "Read a debate, at once or when it has changed",
  query: {
    wait: wholeNumber({
      min: 0,
      max: 60,
      default: 0,
      description: "Wait up to this many seconds until the debate changes or is over",
    }),
  },
  headers: { "if-none-match": "The version that the caller has" },
  replies: {
    200: debateReply("The debate"),
    304: { description: "The caller has this version already" },
  },
  async answer(c, services): Promise<Response> {
    const { debates, links } = services;
    const known = c.req.header("if-none-match");
    const ms = c.req.valid("query").wait * 1000;
    if (ms > 0) takeWait(c, services);
    const first = await (ms > 0 ? debates.requestedByMany(c) : debates.requested(c));
    const isNew = known !== undefined && !isNoneMatch(known, etagOf(first));
    if (ms > 0) leavePlace(c);
    const record = await debates.wait({
      record: first,
      until: (now) => isNew || etagOf(now) !== etagOf(first) || isTerminal(now.state.status),
      ms,
      signal: services.leaving(c),
    });
    c.header("ETag", etagOf(record));
    c.header("Cache-Control", "private, no-cache");
    if (isNoneMatch(known, etagOf(record))) return c.body(null, 304);
    const reader = readerOf(c, links);
    const write = (debate: Debate) => jsonText(reader.debate(debate));
    const text = await debates.written(record, { reader: reader.id, write });
    return c.body(text, 200, { "Content-Type": "application/json" });
  },
});

export const debateRoutes = { create, list: listDebates, read };

/** Shows a debate that was just created, with its address and its version. */
export async function showCreated(c: Context<AppEnv>, { links, debates }: Services, record: DebateRecord, more = {}) {
  c.header("Location", links.debate(record.id).self);
  c.header("ETag", etagOf(record));
  return c.json({ ...(await debates.view(record)), ...more }, 201);
}
