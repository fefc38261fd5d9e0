/**
 * Asks a speaker's model until it has spoken. With tools it may ask for several before: each reply that asks is stored
 * before its tools are called, so neither is bought or made twice. All of it has the time of one turn.
 */
import { addSpend, NO_SPEND, totalSpend } from "../../domain/budget/costs.ts";
import { fencesOf } from "../../domain/prompts/fences/fences.ts";
import type { SpokenTurn } from "../../domain/prompts/prompt.ts";
import { REPLIES } from "../../domain/records/kinds.ts";
import type { ToolUse } from "../../domain/schemas/tool-use.ts";
import type { Spend } from "../../domain/state/state.ts";
import type { TurnSpec } from "../../domain/steps.ts";
import { mostReplies, searchOf, serversOf, type Tooling } from "../../domain/tools/tooling.ts";
import { type Act, untilStored } from "../acts/attempt.ts";
import { type CallModelInput, callModel } from "../acts/call-model.ts";
import type { ActivityDeps } from "../deps.ts";
import { ModelFault, type ModelReply } from "../models/port.ts";
import type { Exchange, Lookups, ToolAnswer } from "../models/tools.ts";
import type { OfferedTool } from "../tools/port.ts";
import type { ComposedTurn } from "./compose-turn.ts";
import { createSpeech } from "./speech.ts";
import { noteSearch, type Using, useTool } from "./tool-uses.ts";

export interface Conversing {
  act: Act;
  call: ComposedTurn;
  turn: TurnSpec;
  generation: number;
  /** A log id below all events of the turn. */
  since: number;
  within: CallModelInput["within"];
  wasRefused: boolean;
  /** Receives each piece of what is said. */
  say: (text: string) => void;
}

/** What was said, with what it took. */
export interface Spoken {
  said: SpokenTurn;
  reply: Pick<ModelReply, "spend" | "latencyMs" | "firstTokenMs">;
  uses: ToolUse[];
}

export async function converse(deps: ActivityDeps, conversing: Conversing): Promise<Spoken> {
  const { call, act, within, say, wasRefused } = conversing;
  const { tooling } = call;
  if (tooling) return new Talk(deps, conversing, tooling).run();
  const speech = createSpeech({ ...call, wasRefused }, say);
  const reply = await callModel(deps, { call, act, within, onDelta: speech.hear });
  return { said: await speech.end(reply), reply, uses: [] };
}

/** One turn with tools. */
class Talk {
  private readonly using: Using;
  private readonly endsAt: number;
  private readonly exchanges: Exchange[] = [];
  private readonly uses: ToolUse[] = [];
  private readonly replies: { reply: ModelReply; attempt: number }[] = [];
  /** Ids of what the provider's searches found. */
  private readonly cited = new Set<string>();
  private said = "";
  private calls = 0;

  private readonly deps: ActivityDeps;
  private readonly talking: Conversing;
  private readonly tooling: Tooling;

  constructor(deps: ActivityDeps, talking: Conversing, tooling: Tooling) {
    this.deps = deps;
    this.talking = talking;
    this.tooling = tooling;
    const { act, turn, generation, since, call, within } = talking;
    const given = call.config.exhibits?.length ?? 0;
    this.using = { deps, act, turn, generation, given, since, fences: fencesOf(call.config) };
    this.endsAt = performance.now() + within.timeout;
  }

  async run(): Promise<Spoken> {
    const { deps, tooling, talking } = this;
    const { act, generation } = talking;
    const [stored, offered] = await Promise.all([
      act.attempt > 1 ? deps.store.records.list(act.debate, REPLIES, { generation, id: act.id }) : [],
      deps.toolbox?.offer(serversOf(tooling), act.signal) ?? [],
    ]);
    for (const { reply, attempt } of stored) await this.goOn(reply as ModelReply, { attempt, offered });
    for (let number = stored.length + 1; ; number++) {
      const reply = await this.ask(offered);
      const { lookups } = reply;
      if (!lookups || isLast(lookups)) return this.end(reply);
      if (number >= mostReplies(tooling)) throw this.fault(endless(reply));
      const kept = { id: act.id, number, attempt: act.attempt, reply };
      await untilStored(act.signal, () => deps.store.records.put(act.debate, REPLIES, kept, { generation }));
      await this.goOn(reply, { attempt: act.attempt, offered });
    }
  }

  /** Does what a reply asks for. */
  private async goOn(reply: ModelReply, { attempt, offered }: { attempt: number; offered: OfferedTool[] }) {
    const { act } = this.talking;
    const { lookups } = reply;
    this.replies.push({ reply, attempt });
    act.onAbort(this.unreported());
    if (attempt !== act.attempt) this.hear(reply.text);
    if (!lookups) return;
    await this.noteSearches(lookups);
    const answers: ToolAnswer[] = [];
    for (const call of lookups.calls) answers.push(await this.carryOut(call, offered));
    const { calls, api, items } = lookups;
    this.exchanges.push({ said: reply.text, calls, api, items, answers });
  }

  private async ask(offered: OfferedTool[]): Promise<ModelReply> {
    const { call, act, within } = this.talking;
    const search = searchOf(this.tooling);
    const most = this.tooling.maxCalls - this.calls;
    const tools = { ...(search && { search: domainsOf(search) }), functions: offered, most };
    const timeout = this.left();
    const onAbort = (spend: Spend) => act.onAbort(addSpend(this.unreported(), spend));
    const asked = { call, act: { signal: act.signal, onAbort }, within: { ...within, timeout } };
    // A structured reply is read when it is whole.
    const onDelta = call.kind.read ? undefined : this.voice();
    try {
      return await callModel(this.deps, { ...asked, onDelta, tools, exchanges: this.exchanges });
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** Milliseconds. */
  private left(): number {
    return Math.max(1, Math.ceil(this.endsAt - performance.now()));
  }

  /** Of the next use. Those before its model was asked come first. */
  private next(): number {
    return this.talking.call.tools.length + this.uses.length + 1;
  }

  private async noteSearches({ searches, sources }: Lookups): Promise<void> {
    const last = searches.length - 1;
    for (const [i, search] of searches.entries()) {
      const isOf = ({ url }: { url: string }) => search.urls.includes(url);
      const own = sources.filter(
        (source) => isOf(source) || (i === last && !searches.some((s) => s.urls.includes(source.url))),
      );
      this.calls += 1;
      const { use } = await noteSearch(this.using, { search, sources: own, number: this.next() });
      this.uses.push(use);
      for (const id of use.exhibits) this.cited.add(id);
    }
  }

  private async carryOut(call: Lookups["calls"][number], offered: OfferedTool[]): Promise<ToolAnswer> {
    if (this.calls >= this.tooling.maxCalls) return { id: call.id, text: SPENT, failed: true };
    this.calls += 1;
    const tool = offered.find(({ name }) => name === call.name);
    const timeoutMs = this.left();
    const { use, answer } = await useTool(this.using, { call, tool, number: this.next(), timeoutMs });
    this.uses.push(use);
    return { id: call.id, text: answer, failed: use.status !== "done" };
  }

  private async end(reply: ModelReply): Promise<Spoken> {
    const { call, act, wasRefused } = this.talking;
    if (reply.lookups) await this.noteSearches(reply.lookups);
    const said = call.kind.read ? await this.read(reply, wasRefused) : { text: this.whole() };
    const all = [...this.replies, { reply, attempt: act.attempt }];
    const latencyMs = all.reduce((sum, one) => sum + one.reply.latencyMs, 0);
    const { firstTokenMs } = all.find((one) => one.reply.firstTokenMs !== null)?.reply ?? reply;
    const spend = addSpend(this.unreported(), reply.spend);
    return { said, reply: { spend, latencyMs, firstTokenMs }, uses: this.uses };
  }

  private async read(reply: ModelReply, wasRefused: boolean): Promise<SpokenTurn> {
    const { call, say } = this.talking;
    try {
      return await createSpeech({ ...call, wasRefused }, say).end(reply);
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** All that was said between the calls, and the numbers of what the provider's searches found. */
  private whole(): string {
    if (this.cited.size > 0) this.hear(`Sources: ${[...this.cited].map((id) => `[${id}]`).join(", ")}`);
    return this.said;
  }

  private hear(text: string): void {
    if (text !== "") this.voice()(text);
  }

  /** What one reply says. It begins with an empty line where something was said before. */
  private voice(): (piece: string) => void {
    let isFirst = true;
    return (piece) => {
      const gap = isFirst && this.said !== "" ? "\n\n" : "";
      isFirst = false;
      this.said += gap + piece;
      this.talking.say(gap + piece);
    };
  }

  /** What replies have cost since the last attempt that reported its cost. */
  private unreported(): Spend {
    const reported = this.talking.act.failures.at(-1)?.data.attempt ?? 0;
    return totalSpend(this.replies.flatMap(({ reply, attempt }) => (attempt > reported ? [reply.spend] : [])));
  }

  /** A fault reports what the replies before it have cost. */
  private fault(error: unknown): unknown {
    if (error instanceof ModelFault) error.spend = addSpend(this.unreported(), error.spend);
    return error;
  }
}

function isLast({ calls, isPaused }: Lookups): boolean {
  return calls.length === 0 && !isPaused;
}

const SPENT = "The calls of this turn are used up. Speak now, with what you have.";

function domainsOf({ allowedDomains, blockedDomains }: NonNullable<ReturnType<typeof searchOf>>) {
  return { ...(allowedDomains && { allowedDomains }), ...(blockedDomains && { blockedDomains }) };
}

function endless({ spend }: ModelReply): ModelFault {
  return new ModelFault({
    kind: "invalid_response",
    message: "The model only asks for tools, and does not speak.",
    suggestion: "Retry, give fewer tools, or take another model.",
    spend: spend ?? NO_SPEND,
  });
}
