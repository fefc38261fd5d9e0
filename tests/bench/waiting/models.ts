/** The models of debates that wait: they answer at once, and note what they were asked for each debate. */
import { inLabels, kindOf, verdictJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest, ModelServer } from "../../support/models/server.ts";
import { spoken } from "../spoken.ts";
import { answerOf, kindAt } from "./kinds.ts";

interface Asked {
  /** Calls by kind. */
  calls: Record<string, number>;
  /** Turns whose prompt has the owner's answer once. */
  answered: number;
  /** When the first call came after the owner let the debate go on. */
  goneOnAt?: number;
}

export interface Notes {
  of(n: number): Asked;
  /** From now on a turn says that its debate goes on. */
  letGoOn(): void;
}

export function notedModels(models: ModelServer): Notes {
  const debates = new Map<number, Asked>();
  let isGoingOn = false;
  const of = (n: number) => {
    const asked = debates.get(n) ?? { calls: {}, answered: 0 };
    debates.set(n, asked);
    return asked;
  };
  models.use((request) => {
    // Their texts would fill this process.
    models.forget();
    const text = request.messages.map(({ content }) => content).join("\n");
    const n = Number(/town no\. (\d+) ban/.exec(request.system + text)?.[1]);
    const kind = kindOf(request);
    const asked = of(n);
    const nth = (asked.calls[kind] = (asked.calls[kind] ?? 0) + 1);
    if (kind === "turn" && isGoingOn) asked.goneOnAt ??= performance.now();
    if (kind === "turn" && text.split(answerOf(n)).length === 2) asked.answered++;
    return replyTo(request, { n, kind, nth });
  });
  return { of, letGoOn: () => void (isGoingOn = true) };
}

const REFUSED = { status: 400, body: { error: { code: "content_filter", message: "The content was filtered." } } };

function replyTo(request: ModelRequest, call: { n: number; kind: string; nth: number }): ModelReplyScript {
  const { n, kind, nth } = call;
  if (kind === "questions") return spoken([JSON.stringify({ questions: ["Which streets are meant?"] })]);
  if (kind === "verdict") return spoken([inLabels(request, verdictJson(["p1", "p2"]))]);
  if (kind === "turn" && nth === 1 && kindAt(n) === "decision") return { error: REFUSED };
  return spoken(["Streets are for people, and somebody has to pay for them."]);
}
