/** Debates that together store every kind of record. Only the API is used, so that any version can hold them. */

import { clockMoves, lookAgain } from "../support/waits.ts";
import type { Answer } from "./recording.ts";

interface Api {
  request: (method: string, path: string, body?: object) => Promise<Answer>;
  /** All later requests bring this key. */
  useKey: (key: string) => void;
  /** An address that takes webhooks. */
  hook: string;
}

const MODEL = "demo/debater";
const speakers = (...changes: object[]) =>
  changes.map((change, i) => ({ name: ["Ada", "Ben", "Cleo", "Dan"][i], model: MODEL, ...change }));
const positioned = (count: number) =>
  speakers(...Array.from({ length: count }, (_, i) => ({ position: `Position ${i + 1} is right.` })));
const topic = "Should cities ban cars from their centres?";

export async function createDebates({ request, useKey, hook }: Api): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};

  async function create(name: string, body: object): Promise<string> {
    const { id } = (await request("POST", "/v1/debates", { topic, ...body })).body as { id: string };
    ids[name] = id;
    return id;
  }

  async function until(id: string, ...statuses: string[]): Promise<void> {
    for (;;) {
      const { status, phase } = (await request("GET", `/v1/debates/${id}?wait=5`)).body as Record<string, string>;
      if (statuses.includes(status ?? "") || statuses.includes(phase ?? "")) return;
      if (["completed", "cancelled", "failed"].includes(status ?? "")) throw new Error(`${id} is ${status}`);
    }
  }
  const command = (id: string, name: string, body: object = {}) => request("POST", `/v1/debates/${id}/${name}`, body);
  const play = async (name: string, body: object) => until(await create(name, body), "completed");

  /** Its budget is soon used up. */
  const brief = { model: "demo/judge", maxOutputTokens: 500, bothOrders: false };
  const made = await request("POST", "/v1/keys", { name: "the recording", scopes: ["read", "write", "admin"] });
  useKey((made.body as { token: string }).token);
  for (const name of ["Count the costs", "Ask who pays"])
    await request("POST", "/v1/templates", { name, text: `${name}, before you say what is better.`, tags: ["costs"] });

  async function panel(): Promise<void> {
    const judge = { model: "demo/judge", panel: ["demo/judge", "demo/judge"] };
    const exhibits = [{ title: "Air report", text: "Particulate matter fell by eleven per cent." }];
    const more = { tags: ["cities", "air"], metadata: { team: "a" }, exhibits };
    const participants = positioned(2);
    const id = await create("panel", { format: "structured-rounds", maxRounds: 3, judge, participants, ...more });
    await until(id, "completed");
    await request("PUT", `/v1/debates/${id}/rating`, { rating: 2 });
    await request("PUT", `/v1/debates/${id}/rating`, { rating: 4, comment: "Fair." });
    await command(id, "rejudge", { judge: { model: "demo/judge", bothOrders: false } });
    await command(id, "rejudge", { judge });
    await command(id, "shares", { expiresInSeconds: 86_400 });
    const fork = (await command(id, "fork", { afterRound: 1, changes: { maxRounds: 2 } })).body as { id: string };
    const twin = (await command(id, "twin")).body as { id: string };
    Object.assign(ids, { fork: fork.id, twin: twin.id });
    await Promise.all([fork, twin].map((other) => until(other.id, "completed")));
    const rejudged = async () => {
      const { body } = await request("GET", `/v1/debates/${id}`);
      return (body as { rejudgements: { status: string }[] }).rejudgements;
    };
    while ((await rejudged()).some(({ status }) => status === "running")) await lookAgain(100);
  }

  async function clarified(): Promise<void> {
    const clarifications = { enabled: true, maxIterations: 2 };
    const id = await create("clarified", {
      format: "round-limited",
      maxRounds: 1,
      clarifications,
      participants: positioned(2),
    });
    await until(id, "awaiting_answers");
    const answers = [1, 2].map((n) => ({ questionId: `q${n}`, answer: `Answer ${n}.` }));
    await command(id, "answers", { answers });
    await until(id, "completed", "awaiting_answers");
    await command(id, "stop").catch(() => null);
    await until(id, "completed", "cancelled");
  }

  async function draft(): Promise<void> {
    const id = await create("draft", { start: false });
    await request("PATCH", `/v1/debates/${id}`, { tags: ["late"], participants: positioned(2) });
    await request("PATCH", `/v1/debates/${id}`, { maxRounds: 2 });
    await command(id, "validate");
    await until(id, "ready");
  }

  async function interrupted(): Promise<void> {
    const id = await create("interjections", { format: "round-limited", maxRounds: 20, participants: positioned(2) });
    await until(id, "running");
    await command(id, "pause");
    await until(id, "paused");
    await command(id, "interjections", { text: "Mind the costs." });
    await command(id, "interjections", { text: "And the law.", to: "p2" });
    await command(id, "resume");
    await clockMoves(3_000);
    await command(id, "stop");
    await until(id, "completed");
  }

  async function decided(): Promise<void> {
    const limits = { maxTokens: 30_000, maxOutputTokens: 200 };
    const policies = { onCostLimit: "ask" };
    const id = await create("decisions", {
      format: "round-limited",
      maxRounds: 9,
      limits,
      policies,
      judge: brief,
      participants: positioned(2),
    });
    await until(id, "awaiting_decision");
    await command(id, "decisions/d1", { option: "raise", params: { maxTokens: 60_000 } });
    await clockMoves(500);
    await until(id, "awaiting_decision", "completed");
    await command(id, "decisions/d2", { option: "conclude" }).catch(() => null);
    await until(id, "completed");
  }

  async function reset(): Promise<void> {
    const body = { format: "round-limited", maxRounds: 9, judge: brief, participants: speakers({}, {}) };
    const id = await create("reset", {
      ...body,
      limits: { maxTokens: 30_000, maxOutputTokens: 200 },
      policies: { onCostLimit: "error" },
    });
    await until(id, "error");
    await command(id, "reset");
    await until(id, "configuring");
    await request("PATCH", `/v1/debates/${id}`, { limits: null, maxRounds: 2 });
    await command(id, "validate");
    await until(id, "ready");
    await command(id, "start");
    await until(id, "completed");
  }

  async function imported(): Promise<void> {
    const id = await create("imported", { format: "free-form", maxRounds: 2, participants: positioned(2) });
    await until(id, "completed");
    const { body } = await request("GET", `/v1/debates/${id}/transcript?as=json`);
    await request("DELETE", `/v1/debates/${id}`);
    await request("POST", "/v1/debates/import", body as object);
  }

  async function paused(): Promise<void> {
    const id = await create("paused", { format: "round-limited", maxRounds: 20, participants: positioned(2) });
    await until(id, "running");
    await command(id, "pause");
    await until(id, "paused");
  }

  async function abandoned(): Promise<void> {
    const id = await create("abandoned", { format: "round-limited", maxRounds: 20, participants: positioned(2) });
    await until(id, "running");
    await command(id, "stop", { mode: "abandon" });
    await until(id, "cancelled");
  }

  const sides = (...names: string[]) => speakers(...names.map((side) => ({ side })));
  const roles = speakers({ role: "architect" }, { role: "security" }, { role: "usability" });
  const contextWindow = { agentSummaryThreshold: 200, agentSummaryMaxLength: 2_000 };
  const context = "The town has 20,000 inhabitants and two bridges.\n".repeat(7_000);
  await Promise.all([
    panel(),
    play("oxford", { format: "oxford", maxRounds: 2, participants: sides("for", "against") }),
    play("lincoln-douglas", { format: "lincoln-douglas", maxRounds: 2, participants: sides("for", "against") }),
    play("roundtable", { format: "roundtable", maxRounds: 2, participants: sides("for", "against", "neutral") }),
    play("convergence", { format: "convergence-seeking", maxRounds: 4, participants: positioned(2) }),
    play("dialectic", {
      format: "dialectic",
      maxRounds: 2,
      participants: roles,
      contextWindow,
      termination: { type: "quality" },
    }),
    play("proposer-skeptic", {
      format: "proposer-skeptic",
      maxRounds: 3,
      participants: speakers({ role: "proposer" }),
    }),
    play("control arm", { format: "round-limited", maxRounds: 1, controlArm: true, participants: positioned(2) }),
    play("simultaneous", { format: "round-limited", maxRounds: 2, mode: "simultaneous", participants: positioned(3) }),
    play("assigned positions", {
      format: "round-limited",
      maxRounds: 1,
      diversity: "spectrum",
      participants: speakers({}, {}, {}),
    }),
    play("webhook", { format: "round-limited", maxRounds: 1, webhook: { url: hook }, participants: positioned(2) }),
    play("long context", { format: "round-limited", maxRounds: 1, context, participants: positioned(2) }),
    clarified(),
    draft(),
    interrupted(),
    decided(),
    reset(),
    imported(),
    paused(),
    abandoned(),
  ]);
  return ids;
}
