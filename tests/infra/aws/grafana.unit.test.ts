import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { createMetrics } from "../../../infra/metrics/index.ts";

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const { panels, templating } = JSON.parse(
  readFileSync(new URL("../../../infra/grafana/parley.json", import.meta.url), "utf8"),
) as { panels: Panel[]; templating: { list: { name: string; definition?: string }[] } };
const targets = panels.flatMap(({ title, targets: own = [] }) => own.map((target) => ({ title, ...target })));

/** Labels by the names that a query may use: a histogram has three. */
let exposed: Map<string, Set<string>>;
let families: string[];
beforeAll(async () => {
  const { registry, meter } = createMetrics();
  const { text } = await meter.expose();
  exposed = new Map();
  families = [];
  for (const [, name = "", kind = ""] of text.matchAll(/^# TYPE (parley_\w+) (\w+)$/gm)) {
    families.push(name);
    const metric = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    const suffixes = kind === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    for (const suffix of suffixes) {
      const own = suffix === "_bucket" ? ["le"] : [];
      exposed.set(`${name}${suffix}`, new Set([...metric.labelNames, ...own]));
    }
  }
});

function metricsIn(text: string): string[] {
  return [...text.matchAll(/parley_\w+/g)].map(([name]) => name);
}

/** Labels that a query groups or selects by. */
function labelsIn(expr: string): string[] {
  const groups = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(","));
  const selectors = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, selector = ""]) =>
    [...selector.matchAll(/(\w+)\s*[=!]~?/g)].map(([, name = ""]) => name),
  );
  return [...groups, ...selectors].map((name) => name.trim());
}

test("The dashboard asks for metrics and labels that the service exposes, and for each of them.", () => {
  const used = new Set<string>();
  for (const { title, expr } of targets) {
    const names = metricsIn(expr);
    expect(names.length, title).toBeGreaterThan(0);
    for (const name of names) {
      expect([...exposed.keys()], title).toContain(name);
      for (const label of labelsIn(expr)) expect([...(exposed.get(name) ?? [])], `${title}: ${name}`).toContain(label);
      used.add(name.replace(/_(bucket|sum|count)$/, ""));
    }
  }
  expect([...used].toSorted()).toEqual(families.toSorted());
});

test("A legend names labels by which its query groups, and a quantile is of buckets.", () => {
  for (const { title, expr, legendFormat } of targets) {
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(", "));
    expect(grouped, title).toEqual(expect.arrayContaining(named));
    expect(expr.includes("histogram_quantile"), title).toBe(expr.includes("_bucket"));
  }
});

test("Its variables are read from labels that are there, and each is one that queries use.", () => {
  const [source, ...variables] = templating.list;
  expect(source?.name).toBe("datasource");
  for (const { name, definition = "" } of variables) {
    const [metric = ""] = metricsIn(definition);
    expect([...(exposed.get(metric) ?? [])], name).toContain(name);
    expect(
      targets.some(({ expr }) => expr.includes(`$${name}`)),
      name,
    ).toBe(true);
  }
});

test("Its panels have ids of their own and do not lie over each other.", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)}/${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
