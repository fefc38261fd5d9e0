/** Nothing that calls a model stands outside the ledger: the sources are walked, and the table of the documents names all. */

import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { actsOn } from "../../../domain/shapes/facts.shape.ts";

const sources = await Promise.all(
  globSync(["activities/**/*.ts", "api/**/*.ts", "features/**/*.ts", "infra/**/*.ts", "store/**/*.ts"]).map(
    async (file) => [file, await readFile(file, "utf8")] as const,
  ),
);

function filesWith(pattern: RegExp): string[] {
  return sources.flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).toSorted();
}

/** Every call goes by the first; beside debates also by the second. The others pass a call on, or are a person's own command. */
const CALLERS = ["activities/models/ask.model.ts", "activities/quotas/buying.ts"];
const PASSED_ON = [
  "features/audit/infra/ask.audit-command.ts",
  "infra/cli/doctor/examine.ts",
  "infra/lambda/spend-log.ts",
  "infra/metrics/models.metric.ts",
  "infra/telemetry/models.telemetry.ts",
];
const EMBEDDERS = ["activities/retrieval/search.ts", "activities/retrieval/turn-vectors.ts"];

describe("everything that spends", () => {
  it("calls a model in one of two places", () => {
    expect(filesWith(/\bmodels\.complete\(/)).toEqual([...CALLERS, ...PASSED_ON].toSorted());
    const asking = filesWith(/from "[./]*models\/ask\.model\.ts"/);
    const buying = filesWith(/\bbuying\(/);
    expect(asking.filter((file) => !buying.includes(file))).toEqual(["activities/calls/call-model.ts"]);
  });

  it("takes its place in the ledger where it has no debate", () => {
    const outside = filesWith(/\/acts\/outside-a-debate\.ts"/);
    expect(outside).toHaveLength(4);
    expect(filesWith(/\bbuying\(/)).toEqual(["activities/quotas/buying.ts", ...outside].toSorted());
  });

  it("asks the embedding model in one place, which takes its place first and knows the ledger in every process", () => {
    expect(filesWith(/\bembeddings\.create\(/)).toEqual(["activities/retrieval/embedder.ts"]);
    expect(filesWith(/\bembedPaid[(<]/)).toEqual(
      ["activities/retrieval/embedder.ts", "activities/retrieval/paid.ts"].toSorted(),
    );
    expect(filesWith(/= createEmbedder\(/)).toEqual(EMBEDDERS);
    expect(filesWith(/embeddingModel: model/)).toEqual(["infra/parts/parts.wiring.ts"]);
    expect(filesWith(/const embedding = .* quotas: store\.quotas \}/)).toEqual(["infra/parts/parts.wiring.ts"]);
  });

  it("buys beside debates by one function", () => {
    expect(filesWith(/\bpurchase\(deps, /)).toEqual(["activities/quotas/buying.ts", "activities/retrieval/paid.ts"]);
  });

  it("is named in the table of the documents", async () => {
    const proxies = await readFile("workflows/steps/activity-proxies.ts", "utf8");
    const [, union = ""] = /OwnModelActs = Pick<Activities, ([^>]*ModelAct)>/.exec(proxies) ?? [];
    const ofFeatures = globSync("features/*/workflows/**/*.ts").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bmodelActs<Pick<\w+, "(\w+)">>/g)].map(([, name = ""]) => name),
    );
    const named = [...union.split("|").map((name) => name.trim().replaceAll('"', "")), ...ofFeatures];
    expect(named).toContain("ModelAct");
    expect(ofFeatures).toEqual(["askAlone"]);
    expect(actsOn("model").length).toBeGreaterThan(10);
    const documents = await readFile("docs/limits-and-costs.md", "utf8");
    const table = documents.slice(documents.indexOf("## Everything that spends"));
    for (const name of named) expect(table).toContain(name === "ModelAct" ? "all acts" : `\`${name}\``);
  });
});
