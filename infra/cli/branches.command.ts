/** Debates and rulings made from others: `parley fork`, `twin` and `rejudge`; `parley compare` shows two debates side by side. */

import { setTimeout as sleep } from "node:timers/promises";
import { Option } from "commander";
import mergePatch from "json-merge-patch";
import type { Client, Comparison, Debate, Rejudgement } from "../../api/client/index.ts";
import { compareRoute } from "../../api/forks/compare.api.ts";
import { forkRoutes } from "../../api/forks/forks.routes.ts";
import { rejudgeDebate } from "../../api/rejudgements/rejudgements.api.ts";
import { money } from "../../domain/base/words/figures.words.ts";
import { benchOf } from "../../domain/shapes/names.shape.ts";
import { EXIT } from "../base/exit.ts";
import { addChangeOptions, type ChangeArguments, panelOption } from "./base/arguments.cli.ts";
import { routeCommand } from "./base/route.cli.ts";
import type { ServerOptions } from "./base/server-options.ts";
import { requireModel } from "./base/speakers.ts";
import { tableText } from "./base/table.cli.ts";
import { plain, plainLine } from "./base/terminal.ts";
import { requireAffordable } from "./debate/cost.debate-command.ts";
import { verdictText } from "./debate/outcome.debate-command.ts";
import { changesIn } from "./debate/request.debate-command.ts";
import { statusText } from "./list.command.ts";

const POLL_MS = 500;

interface Forking {
  id: string;
  afterRound: number;
  changes?: object;
  yes?: boolean;
}

export const registerFork = routeCommand({
  route: forkRoutes.fork,
  name: "fork",
  help: "continue from a round of a debate in another way, as a new debate",
  options: { changes: { help: "a JSON merge patch of the debate's request; other options take precedence" } },
  more: (command) =>
    addChangeOptions(command).option("-y, --yes", "start it also where it will likely cost more than $1"),
  async asks(given: ServerOptions & ChangeArguments & Forking, { cli, client }) {
    const { id, afterRound } = given;
    const changes = mergePatch.apply(given.changes ?? {}, changesIn(given)) as Record<string, unknown>;
    await requireAffordable({
      what: "fork",
      estimate: async () => (await client()).estimateFork(id, { afterRound, changes }),
      streams: cli.streams,
      isAgreed: given.yes ?? false,
      signal: new AbortController().signal,
    });
    return { changes };
  },
  says: madeText,
});

export const registerTwin = routeCommand({
  route: forkRoutes.twin,
  name: "twin",
  help: "run a debate again with its sides swapped, as a new debate",
  says: madeText,
});

export const registerCompare = routeCommand({ route: compareRoute, name: "compare", says: comparisonText });

interface RejudgeOptions extends ServerOptions {
  id: string;
  judge: unknown;
  panel?: string[] | number;
  requireIndependent?: boolean;
  wait?: boolean;
}

export const registerRejudge = routeCommand({
  route: rejudgeDebate,
  name: "rejudge",
  hides: ["judge"],
  more: (command) =>
    command
      .addOption(new Option("-j, --judge <model>", "provider/model").argParser(requireModel).makeOptionMandatory())
      .addOption(panelOption())
      .option("--require-independent", "refuse a debater's model, or one of its family")
      .option("-w, --wait", "wait for the ruling and print it"),
  asks: ({ judge: model, panel, requireIndependent }: RejudgeOptions) => ({
    judge: { model, panel, requireIndependent },
  }),
  async shows(begun, { id, wait }: RejudgeOptions, { cli, client }) {
    const ruled = wait ? await rulingOf(await client(), id, begun.id) : begun;
    if (ruled.status === "failed") cli.exitCode = EXIT.provider;
    return ruled;
  },
  says: async (ruled, { id }, { client }) => rulingText(ruled, await (await client()).get(id)),
});

function madeText(debate: Debate): [string, string] {
  return [statusText(debate), `follow it with: parley watch ${debate.id}\n`];
}

function comparisonText({ debates, quality, participants, criteria }: Comparison): string {
  const [first, second] = debates;
  const words = (name: string, of: (one: Comparison["debates"][number]) => string | null) => [
    name,
    of(first) ?? "-",
    of(second) ?? "-",
    "",
  ];
  const rows = [
    words("status", ({ status }) => status),
    words("format", ({ format }) => format),
    words("rounds", ({ rounds }) => String(rounds)),
    words("judge", ({ judge }) => judge),
    words("winner", ({ winner, contested }) => winner && `${winner}${contested ? " (contested)" : ""}`),
    words("ended by", ({ endedBy }) => endedBy),
    words("cost", ({ costUsd }) => money(costUsd)),
    figures("quality", quality),
    ...participants.map((one) => figures(`score of ${one.name}`, one)),
    ...criteria.map((one) => figures(one.criterion, one)),
  ];
  const summaries = debates.flatMap(({ id, summary }) => (summary ? ["", id, plain(summary)] : []));
  const table = tableText({ head: ["", first.id, second.id, "DIFFERENCE"], figures: ["DIFFERENCE"], rows });
  return `${plain(first.topic)}\n${first.topic === second.topic ? "" : `${plain(second.topic)}\n`}\n${table}${summaries.map((line) => `${line}\n`).join("")}`;
}

function figures(name: string, { values, difference }: Comparison["quality"]): string[] {
  const [first, second] = values.map((value) => (value === null ? "-" : String(value)));
  const sign = difference !== null && difference > 0 ? "+" : "";
  return [name, first ?? "-", second ?? "-", difference === null ? "" : `${sign}${difference}`];
}

async function rulingOf(client: Client, debateId: string, id: string): Promise<Rejudgement> {
  for (;;) {
    const { rejudgements = [] } = await client.get(debateId);
    if (rejudgements.find((brief) => brief.id === id)?.status !== "running") break;
    await sleep(POLL_MS);
  }
  const { rejudgements = [] } = await client.transcript(debateId);
  const ruled = rejudgements.find((each) => each.id === id);
  if (!ruled) throw new Error(`the rejudgement ${id} does not exist any more`);
  return ruled;
}

function rulingText({ id, status, judge, result, error, costUsd, warnings }: Rejudgement, debate: Debate): string {
  return [
    `${id}: ${plainLine(benchOf(judge))}, ${status}`,
    ...warnings.map(({ detail }) => `warning: ${plainLine(detail)}`),
    ...(error ? [`error (${plainLine(error.kind)}): ${plainLine(error.message)}`, plainLine(error.suggestion)] : []),
    ...(result?.contested ? ["Contested: the judges, or the orders, disagree"] : []),
    ...(result ? [...verdictText(result, debate), "", `Used: ${money(costUsd)}`] : []),
    ...(status === "running" ? [`see: parley show ${debate.id}`] : []),
    "",
  ].join("\n");
}
