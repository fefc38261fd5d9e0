/** What was measured as Markdown: what debates take and cost, and how it was counted. */
import { allActions } from "../actions.ts";
import type { Counts, Measured } from "../measure.ts";
import { aloneOf, billOf, type Terms, workerSeconds } from "./prices.ts";

interface Column {
  head: string;
  cell: (measured: Measured, terms: Terms) => string;
}

const name: Column = { head: "debate", cell: ({ name: of, format }) => (of === format ? `\`${of}\`` : of) };
const size: Column = { head: "rounds × speakers", cell: ({ rounds, speakers }) => `${rounds} × ${speakers}` };
const calls: Column = { head: "model calls", cell: (m) => whole(m.calls) };
const actions: Column = { head: "Actions", cell: (m) => whole(allActions(m.actions)) };
const perThousand: Column = { head: "USD for 1,000", cell: (m, terms) => (billOf(m, terms).total * 1000).toFixed(1) };

const TAKES: Column[] = [
  name,
  size,
  calls,
  { head: "1,000 tokens in, out", cell: (m) => `${thousands(m.inputTokens)}, ${thousands(m.outputTokens)}` },
  { head: "seconds", cell: (m) => whole(m.seconds) },
  actions,
  { head: "of them heartbeats", cell: (m) => whole(m.actions.heartbeats) },
  { head: "history, KB", cell: (m) => kilobytes(m.historyBytes) },
  { head: "write units: worker, API, sweep", cell: (m) => units(m, "writes") },
  { head: "read units: worker, API, sweep", cell: (m) => units(m, "reads") },
  { head: "kept, KB", cell: (m) => kilobytes(m.storedBytes) },
  { head: "workers' seconds", cell: (m, terms) => whole(workerSeconds(m, terms)) },
  { head: "API's seconds", cell: (m) => whole(m.requestSeconds) },
];

const COSTS: Column[] = [
  name,
  { head: "Temporal", cell: (m, terms) => usd(billOf(m, terms).temporal) },
  { head: "DynamoDB", cell: (m, terms) => usd(billOf(m, terms).dynamodb) },
  { head: "Lambda: workers", cell: (m, terms) => usd(billOf(m, terms).workers) },
  { head: "Lambda: API", cell: (m, terms) => usd(billOf(m, terms).api) },
  { head: "USD a debate", cell: (m, terms) => usd(billOf(m, terms).total) },
  perThousand,
];

/** The two tables of docs/design/costs.md, with what they rest on. */
export function costsText(counts: Counts, terms: Terms): string {
  const { debates } = counts;
  return [
    tableOf(TAKES, debates, terms),
    "",
    tableOf(COSTS, debates, terms),
    "",
    ...basis(counts, terms),
    "",
    ...alone(debates, terms),
  ].join("\n");
}

function tableOf(columns: Column[], list: Measured[], terms: Terms): string {
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(columns.map(({ head }) => head)),
    row(columns.map((_, i) => (i === 0 ? "---" : "---:"))),
    ...list.map((measured) => row(columns.map(({ cell }) => cell(measured, terms)))),
  ].join("\n");
}

function basis({ how, debates }: Counts, terms: Terms): string[] {
  const { stage, actions: action, wru, rru, gbMonth, gbSecond, request } = terms;
  const atOnce = terms.debatesAtOnce === 1 ? "one debate" : `${terms.debatesAtOnce} debates`;
  const fairness = terms.fairness ? ", with Fairness" : "";
  return [
    `Calls of ${how.modelSeconds} s (${callSeconds(debates).toFixed(1)} s as they came), turns of ${how.words} words, ${atOnce} at a time. USD, without the models:`,
    "",
    `- Temporal: ${action} for a million Actions${fairness}; ${terms.activeGbh} for a gigabyte-hour of history while the debate runs,`,
    `  ${terms.retainedGbh} in the ${terms.retentionDays} days after it.`,
    `- DynamoDB: ${wru} for a million write units, ${rru} for a million read units; ${gbMonth} for a gigabyte-month, ${terms.keptMonths} of them.`,
    `- Lambda: ${gbSecond} for a gigabyte-second and ${request} for a million requests; workers have ${stage.workers.memoryMb} MB, the API has`,
    `  ${stage.api.memoryMb} MB.`,
  ];
}

/** Of all calls in the mean. */
function callSeconds(list: Measured[]): number {
  const sum = list.reduce((all, measured) => all + measured.callSeconds * measured.calls, 0);
  return sum / list.reduce((all, measured) => all + measured.calls, 0);
}

function alone(list: Measured[], terms: Terms): string[] {
  const costs = list.map((measured) => aloneOf(measured, terms));
  const range = [...new Set([Math.min(...costs), Math.max(...costs)].map(usd))].join(" to ");
  const { seconds } = terms.stage.workers;
  return [
    `A debate that has the workers' function to itself keeps it until its deadline of ${seconds} s. It then costs`,
    `${range}, however short the debate is.`,
  ];
}

/** `text` with what stands between the comments `costs` replaced. Throws when they are not there. */
export function withCosts(text: string, table: string): string {
  const between = /(<!-- costs -->\n)[\s\S]*?(\n<!-- \/costs -->)/;
  if (!between.test(text)) throw new Error("there is no <!-- costs --> to put the table into");
  return text.replace(between, (_, start: string, end: string) => `${start}${table}${end}`);
}

function units({ worker, api, sweep }: Measured, of: "reads" | "writes"): string {
  return [worker, api, sweep].map((each) => whole(each[of])).join(", ");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function thousands(value: number): string {
  return (value / 1000).toFixed(1);
}

function kilobytes(bytes: number): string {
  return whole(bytes / 1000);
}

function usd(value: number): string {
  return value.toFixed(4);
}
