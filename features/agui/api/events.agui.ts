/** A run of AG-UI from its start to its end: the answer, a failure, a stop, or a question that the next run answers. */
import { type AGUIEvent, EventType, type Message, PROTOCOL_VERSION, type TokenUsage } from "@ag-ui/core";
import type { Services } from "../../../api/base/services.ts";
import { costReport } from "../../../api/debates/cost-report.ts";
import { readLog } from "../../../api/events/pages.event-api.ts";
import { answerable, follow, writtenAnswer } from "../../../api/run/follow.run-api.ts";
import { askOf } from "../../../api/run/reply.run-api.ts";
import { unwritten } from "../../../domain/play/beginning/orphans.beginning.ts";
import { toBrief } from "../../../domain/play/events/brief.events.ts";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { reduce, reduceLog } from "../../../domain/play/state/reduce.ts";
import { answerValue, paragraphsOf } from "../../../domain/show/run/answer.run.ts";
import type { Ask } from "../../../domain/show/run/ask.run.ts";
import { restartIn } from "../../../domain/show/run/restart.run.ts";
import { told } from "../../../domain/show/run/told.run.ts";
import { type DebateRecord, keyOf } from "../../../store/port/debates.port.ts";
import { ANSWER, messageId, restated } from "../domain/messages.agui.ts";
import { changesOf, runState } from "../domain/state.agui.ts";
import { interruptId, type Run } from "./run.agui.ts";
import { createSpeech } from "./speech.agui.ts";

/** The events, in order. Without an end where the signal aborts first: the same run can be asked for again. */
export async function* runEvents(services: Services, run: Run, signal: AbortSignal): AsyncGenerator<AGUIEvent, void> {
  const { record, input, after, isRepeat } = run;
  const { threadId, runId } = input;
  const about = { debate: record.id, watch: services.links.debate(record.id).watch ?? "", config: record.config };
  yield { type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION };
  const past = after > 0 || isRepeat ? await readLog(services.store.log, keyOf(record)) : [];
  // All up to there is told as a whole, since a front end keeps nothing that a snapshot of the messages leaves out.
  const from = isRepeat ? restartIn(past) : after;
  const before = past.filter(({ id }) => id <= from);
  let state = reduceLog(unwritten(keyOf(record), record.config), before);
  let shown = runState(about, state);
  yield { type: EventType.STATE_SNAPSHOT, snapshot: shown };
  const speech = createSpeech(record.id);
  const snapshotOf = (events: LogEvent[]): AGUIEvent => ({
    type: EventType.MESSAGES_SNAPSHOT,
    messages: restated(input.messages as Message[], {
      events,
      unfinished: speech.unfinished(),
      debateId: record.id,
      cast: record.config,
    }),
  });
  if (isRepeat) yield snapshotOf(before);
  for await (const { event, rest } of follow(services, record, { signal, after: from })) {
    const telling = told(event, record.config);
    const { events: spoken, isWrong } = telling ? speech.tell(telling) : { events: [], isWrong: false };
    yield* spoken;
    if (isWrong) {
      const log = await readLog(services.store.log, keyOf(record));
      yield snapshotOf(log.filter(({ id }) => id <= event.id));
    }
    if (event.type === "turn.delta") continue;
    state = reduce(state, toBrief(event));
    const now = runState(about, state);
    const delta = changesOf(shown, now);
    if (delta.length > 0) yield { type: EventType.STATE_DELTA, delta };
    shown = now;
    const ask = telling?.kind === "asks" && telling.isOpen ? await askOf(services, { record, event, signal }) : null;
    if (!ask && !rest) continue;
    yield* speech.end();
    if (rest) yield* ended(services, run, rest);
    else if (ask) yield await interrupted(services, run, { ask, at: event.id });
    return;
  }
}

async function interrupted(services: Services, run: Run, { ask, at }: { ask: Ask; at: number }): Promise<AGUIEvent> {
  const { threadId, runId } = run.input;
  const { about, message, schema, expiresAt } = ask;
  const interrupt = {
    id: interruptId(run.record.id, ask),
    reason: about === "questions" ? "input_required" : "parley:decision",
    message,
    responseSchema: schema,
    ...(expiresAt && { expiresAt }),
  };
  return {
    type: EventType.RUN_FINISHED,
    threadId,
    runId,
    outcome: { type: "interrupt", interrupts: [interrupt] },
    usage: await usageIn(services, run, at),
  };
}

async function* ended(services: Services, run: Run, rest: DebateRecord): AsyncGenerator<AGUIEvent, void> {
  const { threadId, runId } = run.input;
  const tale = await answerable(services, rest);
  const { result, error, status, links } = tale.debate;
  const usage = await usageIn(services, { ...run, record: rest }, Number.POSITIVE_INFINITY);
  if (!result && status === "cancelled") {
    yield { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: "cancelled" }, usage };
    return;
  }
  if (!result) {
    yield { type: EventType.RUN_ERROR, message: error?.message ?? "the debate failed", code: "model-failed", usage };
    return;
  }
  const text = await writtenAnswer(services, { tale, result, tenant: rest.tenant, isShort: false });
  const id = messageId(rest.id, ANSWER);
  yield { type: EventType.TEXT_MESSAGE_START, messageId: id, role: "assistant" };
  for (const delta of paragraphsOf(text)) yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: id, delta };
  yield { type: EventType.TEXT_MESSAGE_END, messageId: id };
  const value = { debate: rest.id, watch: links.watch, ...answerValue(result) };
  yield { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: "success" }, result: value, usage };
}

/** What the run's own part of the debate has used, by model. */
async function usageIn({ store }: Services, { record, after }: Run, until: number): Promise<TokenUsage[]> {
  const log = await readLog(store.log, keyOf(record));
  const own = log.filter(({ id }) => id > after && id <= until);
  return costReport(record, own).byModel.map(({ model, usage }): TokenUsage => {
    const [provider = "", ...name] = model.split("/");
    const { inputTokens, outputTokens, cachedInputTokens: cached, reasoningTokens: thought } = usage;
    return {
      provider,
      model: name.join("/"),
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      ...(cached > 0 && { cachedInputTokens: cached }),
      ...(thought > 0 && { reasoningTokens: thought }),
    };
  });
}
