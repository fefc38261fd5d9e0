/** `judge-audit --calibrate`: the support from which on a Parley's own answers have been shown to be right often enough. */

import { percent } from "../../../domain/base/words/figures.words.ts";
import { EXIT } from "../../../infra/base/exit.ts";
import { UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { clientOf, createCli, type Streams } from "../../../infra/cli/base/cli.ts";
import type { ServerOptions } from "../../../infra/cli/base/server-options.ts";
import { columnsText } from "../../../infra/cli/base/table.cli.ts";
import type { Calibration } from "../../ratings/domain/schema.earned.ts";

export interface CalibrationArguments extends ServerOptions {
  /** Percent of the answers that are to be right, and how sure that is to be. */
  right?: number;
  confidence?: number;
}

interface Host {
  streams: Pick<Streams, "out" | "err">;
  env: NodeJS.ProcessEnv;
}

export async function calibrate(args: CalibrationArguments, { streams, env }: Host): Promise<number> {
  const cli = createCli({ ...streams, style: (_, text) => text }, env);
  const client = await clientOf(cli, args);
  const { right, confidence } = args;
  const found = await client.calibration({ right, confidence });
  if (args.json) streams.out(`${JSON.stringify(found, null, 2)}\n`);
  if (found.cases < found.fewest) throw new UsageError(tooFew(found));
  if (!args.json) streams.out(calibrationText(found));
  return EXIT.ok;
}

function tooFew({ cases, fewest }: Calibration): string {
  const there = cases === 1 ? "there is 1" : `there are ${cases}`;
  return `a threshold needs ${fewest} answers with a known outcome, each to another question; ${there}. Report outcomes with \`parley outcome\`, or run an experiment with expected answers`;
}

const OUTCOMES: Record<Calibration["thresholds"][number]["outcome"], string> = {
  shown: "shown",
  not_shown: "not shown",
  too_few: "too few",
  not_tested: "not tested",
};

function calibrationText({ cases, demo, right, confidence, thresholds, threshold, says }: Calibration): string {
  return [
    `Calibration on ${cases} answers with a known outcome, one of each question`,
    `Tested from the strictest support to the laxest, at ${confidence} % confidence: are at least ${right} % right?`,
    "",
    ...(demo ? ["Canned: the demo model's answers mean nothing.", ""] : []),
    columnsText(thresholds, {
      figures: ["RIGHT", "SHARE", "95 %", "P"],
      columns: {
        KEPT: keptText,
        RIGHT: ({ count, of }) => `${count} of ${of}`,
        SHARE: ({ share }) => percent(share, 1),
        "95 %": ({ low, high }) => `${percent(low, 1)} to ${percent(high, 1)}`,
        P: ({ pValue }) => (pValue === null ? "–" : pValue.toFixed(4)),
        RESULT: ({ outcome }) => OUTCOMES[outcome],
      },
    }),
    ...(threshold && says ? [says, keptOf(threshold, cases)] : [notShown(right)]),
    "",
  ].join("\n");
}

/** Each threshold keeps what those above it keep. */
function keptText({ level, isClear }: Calibration["thresholds"][number]): string {
  const which = isClear ? `clear ${level}` : level;
  return level === "strong" ? which : `and ${which}`;
}

function keptOf({ of }: { of: number }, cases: number): string {
  return `So kept, ${of} of ${cases} answers are left (${percent(of / cases)}). Abstain from the others.`;
}

function notShown(right: number): string {
  return `Not shown: from no support on are answers known to be right in at least ${right} %. Do not say so.`;
}
