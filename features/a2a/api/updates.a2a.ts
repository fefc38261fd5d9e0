/** A task from its start to its end, or to its question: first as it stands, then what is told of it. */
import type { Services } from "../../../api/base/services.ts";
import { readLog } from "../../../api/events/pages.event-api.ts";
import { answerable, follow, writtenAnswer } from "../../../api/run/follow.run-api.ts";
import { askOf } from "../../../api/run/reply.run-api.ts";
import { restartIn } from "../../../domain/show/run/restart.run.ts";
import { type Told, told } from "../../../domain/show/run/told.run.ts";
import { type DebateRecord, keyOf } from "../../../store/port/debates.port.ts";
import {
  answerArtifact,
  askMessage,
  isSettled,
  messageOf,
  statusOf,
  taskOf,
  turnArtifact,
} from "../domain/task.a2a.ts";
import type { Artifact, Ids, Message, StreamResponse, Task, TaskStatus } from "../domain/wire.a2a.ts";
import type { Run } from "./run.a2a.ts";

/** The updates, in order. Without an end where the signal aborts first: the task goes on. */
export async function* updates(
  services: Services,
  run: Run,
  signal: AbortSignal,
): AsyncGenerator<StreamResponse, void> {
  const { record, contextId, replied } = run;
  const log = await readLog(services.store.log, keyOf(record));
  const task = await taskNow(services, run);
  yield { task };
  if (isSettled(task.status)) return;
  const ids = { taskId: record.id, contextId };
  const teller = createTeller(ids);
  const after = replied?.at ?? restartIn(log);
  for await (const { event, rest } of follow(services, record, { signal, after })) {
    const telling = told(event, record.config);
    if (telling) yield* teller(telling, { at: event.at, id: event.id });
    const ask = telling?.kind === "asks" && telling.isOpen ? await askOf(services, { record, event, signal }) : null;
    if (ask) {
      const message = askMessage(ids, ask);
      yield statusUpdate(ids, { state: "TASK_STATE_INPUT_REQUIRED", timestamp: event.at, message });
      return;
    }
    if (rest) yield* ended(services, rest, ids);
  }
}

/** The task as it is stored. */
export async function taskNow(services: Services, { record, contextId, replied }: Run): Promise<Task> {
  const now = await services.debates.require(record.tenant, record.id);
  const tale = await answerable(services, now);
  const { result } = tale.debate;
  const { tenant } = record;
  const answer = result ? await writtenAnswer(services, { tale, result, tenant, isShort: false }) : null;
  return taskOf({ debate: tale.debate, turns: tale.turns, contextId, answer, replied: replied?.key ?? null });
}

async function* ended(services: Services, record: DebateRecord, ids: Ids): AsyncGenerator<StreamResponse> {
  const tale = await answerable(services, record);
  const { debate } = tale;
  const { result } = debate;
  if (result) {
    const answer = await writtenAnswer(services, { tale, result, tenant: record.tenant, isShort: false });
    yield artifactUpdate(ids, answerArtifact(debate, { result, answer }));
  }
  yield statusUpdate(ids, statusOf(debate, { ids }));
}

interface At {
  at: string;
  id: number;
}

/** A turn grows piece by piece; what a model begins anew, and the whole turn, take the place of what was there. */
function createTeller(ids: Ids): (telling: Told, at: At) => StreamResponse[] {
  const attempts = new Map<string, number>();
  const working = ({ at, id }: At, text: string): StreamResponse[] => {
    const message: Message = messageOf(ids, { id: String(id), parts: [{ text }] });
    return text === "" ? [] : [statusUpdate(ids, { state: "TASK_STATE_WORKING", timestamp: at, message })];
  };
  return (telling, at) => {
    switch (telling.kind) {
      case "says": {
        const { turn, speaker, attempt, delta } = telling;
        const append = attempts.get(turn) === attempt;
        attempts.set(turn, attempt);
        const artifact = turnArtifact(turn, speaker, delta);
        return delta === "" ? [] : [artifactUpdate(ids, artifact, { append, lastChunk: false })];
      }
      case "said": {
        const { turn, speaker } = telling;
        return turn.text === "" ? [] : [artifactUpdate(ids, turnArtifact(turn.id, speaker, turn.text))];
      }
      case "judges":
        return working(at, telling.text === "" ? telling.step : `Judge (${telling.by}): ${telling.text}`);
      case "looks up":
        return working(at, `${telling.speaker} uses ${telling.use.tool}: ${telling.use.input}`);
      case "goes on":
        return working(at, telling.step);
      default:
        return [];
    }
  };
}

function statusUpdate(ids: Ids, status: TaskStatus): StreamResponse {
  return { statusUpdate: { ...ids, status } };
}

function artifactUpdate(
  ids: Ids,
  artifact: Artifact,
  { append, lastChunk } = { append: false, lastChunk: true },
): StreamResponse {
  return { artifactUpdate: { ...ids, artifact, append, lastChunk } };
}
