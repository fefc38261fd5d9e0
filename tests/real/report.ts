/** What a run prints: how each debate went, and what the model's server did that Parley had to see to. */
import type { Experiment } from "../../api/client/index.ts";
import type { Played } from "./play.ts";
import type { Exchange } from "./wire.ts";

type Row = (string | number)[];

const table = (head: Row, rows: Row[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** The attempts that failed, by kind, with the words of the first. */
function repairsOf({ transcript }: Played): string[] {
  const failed = transcript.events.filter(({ type }) => type === "turn.failed" || type === "judge.failed");
  const kinds = Map.groupBy(failed, ({ data }) => String(data["kind"]));
  return [...kinds].map(([kind, list]) => `${list.length} × ${kind}: ${oneLine(String(list[0]?.data["message"]))}`);
}

export function debatesText(played: Played[], experiment: { done: Experiment; seconds: number } | null): string {
  const rows = played.map((each): Row => {
    const { name, debate, transcript, owner, seconds } = each;
    const { calls, inputTokens, outputTokens } = debate.usage;
    const cut = transcript.turns.filter(({ isCutOff }) => isCutOff).length;
    const repairs = repairsOf(each).length === 0 ? "nothing" : repairsOf(each).join("; ");
    const ended = `${debate.status}${debate.degraded.length > 0 ? `, ${debate.degraded.length} degraded` : ""}`;
    const asked = owner.length === 0 ? "nothing" : owner.map(oneLine).join("; ");
    return [
      name,
      ended,
      `${transcript.turns.length}, ${cut} cut`,
      calls,
      `${inputTokens} + ${outputTokens}`,
      repairs,
      asked,
      seconds,
    ];
  });
  if (experiment) {
    const { done, seconds } = experiment;
    const { cells, calls, tokens } = done;
    const failed = `${cells.failed} of ${cells.total} cells failed`;
    rows.push(["experiment", done.status, "", calls, tokens, failed, "nothing", seconds]);
  }
  const head = ["debate", "ended", "turns", "calls", "tokens", "asked once more", "its owner", "seconds"];
  return table(head, rows);
}

/** By model: what the wire shows, and what Parley counted as odd. */
export function wireText(exchanges: Exchange[], oddities: string[]): string {
  const byModel = Map.groupBy(exchanges, ({ model }) => model);
  const rows = [...byModel].map(([model, all]): Row => {
    const answered = all.filter(({ status }) => status === 200);
    const refused = Map.groupBy(
      all.filter(({ status }) => status !== 200),
      ({ status, refusal }) => `${status} ${oneLine(refusal ?? "")}`,
    );
    const ms = answered.map((each) => each.ms).toSorted((a, b) => a - b);
    return [
      model,
      answered.length,
      count(answered, ({ isStream }) => isStream),
      count(answered, ({ usage }) => usage !== null),
      count(answered, ({ finish }) => finish === "length"),
      [...refused].map(([what, list]) => `${list.length} × ${what}`).join("; ") || "nothing",
      learntOf(all),
      ((ms[Math.floor(ms.length / 2)] ?? 0) / 1000).toFixed(1),
    ];
  });
  const head = ["model", "replies", "streamed", "counted", "cut", "refused", "learnt", "median seconds"];
  const odd = oddities.length > 0 ? oddities.join(", ") : "none";
  return `${table(head, rows)}\n\nodd replies: ${odd}`;
}

/** What Parley asked otherwise after the model's server had refused it. */
function learntOf(all: Exchange[]): string {
  const last = all.at(-1);
  const refused = all.filter(({ status }) => status >= 400 && status < 500);
  const forms = new Set(refused.map(({ asks }) => asks));
  const later = all.slice(all.indexOf(refused.at(-1) ?? (last as Exchange)) + 1).filter(({ status }) => status === 200);
  const left = refused.flatMap(({ parameters }) =>
    parameters.filter((name) => !later.some((each) => each.parameters.includes(name))),
  );
  const learnt = [
    ...[...forms]
      .filter((form) => form !== "text" && !later.some(({ asks }) => asks === form))
      .map((form) => `no ${form}`),
    ...[...new Set(left)].filter((name) => name !== "response_format").map((name) => `no ${name}`),
  ];
  return later.length > 0 && learnt.length > 0 ? learnt.join(", ") : "nothing";
}

function count<T>(list: T[], holds: (each: T) => boolean): number {
  return list.filter(holds).length;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "/").slice(0, 160);
}
