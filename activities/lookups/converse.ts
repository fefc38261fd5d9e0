/**
 * Asks a model that has tools, until it has replied without asking for more. Each reply that asks is stored before its tools
 * are called, so neither is bought or made twice. All of it has the time of one call.
 */

import { REPLIES } from "../../domain/play/records/kinds.record.ts";
import type { StoredOutcome } from "../../domain/play/records/stored.ts";
import { withoutServers } from "../../domain/prompts/parts/tools.prompt-part.ts";
import { mostReplies, searchOf, serversOf } from "../../domain/rules/tools/tooling.ts";
import type { Exhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { Tooling } from "../../domain/shapes/schemas/tool-request.ts";
import type { ToolUse } from "../../domain/shapes/schemas/tool-use.ts";
import type { UnreachableServer } from "../../domain/shapes/schemas/unreachable-server.ts";
import { addSpend, NO_SPEND, totalSpend } from "../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { OfferedTool } from "../base/toolbox.ts";
import { type Act, untilStored } from "../calls/attempt.ts";
import { type CallModelInput, callModel } from "../calls/call-model.ts";
import type { Composed } from "../calls/model-call.activity.ts";
import { ModelFault, type ModelReply } from "../models/base/port.model.ts";
import type { Exchange, FunctionTool, Lookups, ToolAnswer } from "../models/base/tools.model.ts";
import { noteSearch, type Using, useTool } from "./tool-uses.ts";

export interface Conversing<T> extends Omit<Using, "deps" | "act"> {
  act: Act;
  call: Composed;
  tooling: Tooling;
  /** How many uses of tools came before. */
  used: number;
  within: CallModelInput["within"];
  /** Receives each piece of what is said; left out: the reply is read when it is whole. */
  say?: (text: string) => void;
  /** What was said so far is void. It is followed by what is said in its place. */
  unsay?: () => void;
  keepsCut?: boolean;
  /** Reads the last reply. `whole`: what all replies said, one after the other. */
  read: (reply: ModelReply, whole: string) => T | Promise<T>;
}

/** What a model replied, with what it took. */
export interface Replied<T> {
  value: T;
  reply: Pick<ModelReply, "spend" | "latencyMs" | "firstTokenMs" | "isCut" | "promptCut">;
  uses: ToolUse[];
  found: Exhibit[];
  /** Each server once. */
  unreachable: UnreachableServer[];
}

export function converse<T>(deps: ActivityDeps, conversing: Conversing<T>): Promise<Replied<T>> {
  return new Talk(deps, conversing).run();
}

/** One call with tools. */
class Talk<T> {
  private readonly using: Using;
  private readonly endsAt: number;
  private readonly exchanges: Exchange[] = [];
  private readonly uses: ToolUse[] = [];
  private readonly unreachable = new Map<string, UnreachableServer>();
  private readonly found = new Map<string, Exhibit>();
  private readonly replies: { reply: ModelReply; attempt: number }[] = [];
  /** Ids of what the provider's searches found. */
  private readonly cited = new Set<string>();
  private said = "";
  private calls = 0;

  private readonly deps: ActivityDeps;
  private readonly talking: Conversing<T>;

  constructor(deps: ActivityDeps, talking: Conversing<T>) {
    this.deps = deps;
    this.talking = talking;
    this.using = { ...talking, deps };
    this.endsAt = performance.now() + talking.within.timeout;
  }

  async run(): Promise<Replied<T>> {
    const { deps } = this;
    const { act, generation, tooling } = this.talking;
    const [stored, { tools: offered, unreachable }] = await Promise.all([
      act.attempt > 1 ? deps.store.records.list(act.debate, REPLIES, { generation, id: act.id }) : [],
      deps.toolbox?.offer(serversOf(tooling), act.signal) ?? { tools: [], unreachable: [] },
    ]);
    for (const { server, why } of unreachable) this.unreachable.set(server, { server, why, when: "start" });
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
    act.onSpent(this.unreported());
    if (attempt !== act.attempt) this.hear(reply.text);
    if (!lookups) return;
    await this.noteSearches(lookups);
    const answers: ToolAnswer[] = [];
    for (const call of lookups.calls) answers.push(await this.carryOut(call, offered));
    const { calls, api, items } = lookups;
    this.exchanges.push({ said: reply.text, calls, api, items, answers });
  }

  private async ask(offered: OfferedTool[]): Promise<ModelReply> {
    const { call: composed, act, within, tooling, say, keepsCut } = this.talking;
    const call = { ...composed, prompt: withoutServers(composed.prompt, [...this.unreachable.values()]) };
    const search = searchOf(tooling);
    const most = tooling.maxCalls - this.calls;
    const functions = [...offered, ...this.calledBefore(offered)];
    const web = search && most > 0 ? { search: domainsOf(search) } : {};
    // Providers refuse an empty list.
    const tools = functions.length > 0 || web.search ? { tools: { ...web, functions, most } } : {};
    const timeout = this.left();
    const onSpent = (spend: Spend) => act.onSpent(addSpend(this.unreported(), spend));
    const asked = { call, act: { debate: act.debate, signal: act.signal, onSpent }, within: { ...within, timeout } };
    const voice = say && this.voice();
    const heard = voice && { onDelta: voice.say, onUnsaid: voice.unsay };
    try {
      return await callModel(this.deps, { ...asked, ...heard, keepsCut, ...tools, exchanges: this.exchanges });
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
    return this.talking.used + this.uses.length + 1;
  }

  /** A provider takes a call that was made only with its tool, though its server may not answer any more. */
  private calledBefore(offered: OfferedTool[]): FunctionTool[] {
    const names = new Set(this.exchanges.flatMap(({ calls }) => calls.map(({ name }) => name)));
    for (const { name } of offered) names.delete(name);
    return [...names].map((name) => ({ name, description: "It does not answer now.", schema: { type: "object" } }));
  }

  private async noteSearches({ searches, sources }: Lookups): Promise<void> {
    const last = searches.length - 1;
    for (const [i, search] of searches.entries()) {
      const isOf = ({ url }: { url: string }) => search.urls.includes(url);
      const own = sources.filter(
        (source) => isOf(source) || (i === last && !searches.some((s) => s.urls.includes(source.url))),
      );
      this.calls += 1;
      const outcome = await noteSearch(this.using, { search, sources: own, number: this.next() });
      this.keep(outcome);
      for (const id of outcome.use.exhibits) this.cited.add(id);
    }
  }

  private async carryOut(call: Lookups["calls"][number], offered: OfferedTool[]): Promise<ToolAnswer> {
    if (this.calls >= this.talking.tooling.maxCalls) return { id: call.id, text: SPENT, failed: true };
    this.calls += 1;
    const tool = offered.find(({ name }) => name === call.name);
    const timeoutMs = this.left();
    const outcome = await useTool(this.using, { call, tool, number: this.next(), timeoutMs });
    this.keep(outcome);
    return { id: call.id, text: outcome.answer, failed: outcome.use.status !== "done" };
  }

  private keep({ use, exhibits, unreachable: why }: StoredOutcome): void {
    this.uses.push(use);
    const { server } = use;
    if (why !== undefined && server !== undefined && !this.unreachable.has(server))
      this.unreachable.set(server, { server, why, when: "call" });
    for (const exhibit of exhibits) this.found.set(exhibit.id, exhibit);
  }

  private async end(reply: ModelReply): Promise<Replied<T>> {
    const { act, say } = this.talking;
    if (reply.lookups) await this.noteSearches(reply.lookups);
    if (say) this.nameSources();
    const value = await this.read(reply);
    const all = [...this.replies, { reply, attempt: act.attempt }];
    const latencyMs = all.reduce((sum, one) => sum + one.reply.latencyMs, 0);
    const { firstTokenMs } = all.find((one) => one.reply.firstTokenMs !== null)?.reply ?? reply;
    const spend = addSpend(this.unreported(), reply.spend);
    const { isCut, promptCut } = reply;
    const cut = { ...(isCut && { isCut }), ...(promptCut && { promptCut }) };
    const replied = { spend, latencyMs, firstTokenMs, ...cut };
    return {
      value,
      reply: replied,
      uses: this.uses,
      found: [...this.found.values()],
      unreachable: [...this.unreachable.values()],
    };
  }

  private async read(reply: ModelReply): Promise<T> {
    try {
      return await this.talking.read(reply, this.said);
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** The numbers of what the provider's searches found: the reply was written without them. */
  private nameSources(): void {
    if (this.cited.size > 0) this.hear(`Sources: ${[...this.cited].map((id) => `[${id}]`).join(", ")}`);
  }

  private hear(text: string): void {
    if (text !== "" && this.talking.say) this.voice().say(text);
  }

  /** What one reply says. It begins with an empty line where something was said before. */
  private voice() {
    const before = this.said;
    let isFirst = true;
    return {
      say: (piece: string) => {
        const gap = isFirst && this.said !== "" ? "\n\n" : "";
        isFirst = false;
        this.said += gap + piece;
        this.talking.say?.(gap + piece);
      },
      unsay: () => {
        isFirst = true;
        this.said = before;
        this.talking.unsay?.();
        if (before !== "") this.talking.say?.(before);
      },
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
