/**
 * Every workflow registers its handlers before it awaits anything. A command can arrive with a workflow's first task, and one
 * without a handler is refused then: the owner gets an error, and the work goes on.
 */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Of `@temporalio/workflow`. */
const SETTERS = ["setHandler", "setDefaultSignalHandler", "setDefaultQueryHandler", "setDefaultUpdateHandler"];

interface Fn {
  file: string;
  name: string;
  body: Node;
}

async function workflowFiles(): Promise<Record<string, string>> {
  const names = globSync(["workflows/**/*.ts", "features/*/workflows/**/*.ts"], { cwd: ROOT });
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(ROOT, name), "utf8")] as const));
  return Object.fromEntries(texts);
}

/** All functions with a name: declarations, methods, and constants that are functions. */
function functionsIn(files: Record<string, string>): Fn[] {
  const found: Fn[] = [];
  for (const [file, text] of Object.entries(files)) {
    const keep = (name: string | undefined, { body }: { body: Node | null }) => {
      if (name !== undefined && body) found.push({ file, name, body });
    };
    new Visitor({
      FunctionDeclaration: (node) => keep(node.id?.name, node),
      MethodDefinition: (node) => keep((node.key as { name?: string }).name, node.value),
      VariableDeclarator: ({ id, init }) => {
        if (init?.type !== "ArrowFunctionExpression" && init?.type !== "FunctionExpression") return;
        keep((id as { name?: string }).name, init);
      },
    }).visit(parseSync(file, text).program);
  }
  return found;
}

interface Step {
  /** Where it takes effect: a call or an `await` does so at its end. */
  at: number;
  /** What is called; null: an `await`. */
  calls: string | null;
  isNested: boolean;
}

/** Calls and awaits of a function, in their order. What a function within it awaits, the function itself does not. */
function stepsOf({ body }: Fn): Step[] {
  const steps: Step[] = [];
  let depth = 0;
  const nested = { enter: () => void (depth += 1), leave: () => void (depth -= 1) };
  const wait = ({ end: at }: { end: number }) => void (depth === 0 && steps.push({ at, calls: null, isNested: false }));
  new Visitor({
    ArrowFunctionExpression: nested.enter,
    "ArrowFunctionExpression:exit": nested.leave,
    FunctionExpression: nested.enter,
    "FunctionExpression:exit": nested.leave,
    FunctionDeclaration: nested.enter,
    "FunctionDeclaration:exit": nested.leave,
    AwaitExpression: wait,
    ForOfStatement: (node) => void (node.await && wait({ end: node.right.end })),
    CallExpression: ({ callee, end: at }) => {
      const property = callee.type === "MemberExpression" ? callee.property : callee;
      if (property.type === "Identifier") steps.push({ at, calls: property.name, isNested: depth > 0 });
    },
  }).visit({ type: "Program", body: [body], sourceType: "module", start: 0, end: body.end } as never);
  return steps.toSorted((a, b) => a.at - b.at);
}

/** Functions that register a handler, by themselves or by what they call. */
function registering(functions: Fn[]): Set<string> {
  const names = new Set(SETTERS);
  for (let before = 0; before !== names.size; ) {
    before = names.size;
    for (const fn of functions) if (stepsOf(fn).some(({ calls }) => names.has(calls ?? ""))) names.add(fn.name);
  }
  return names;
}

/** Each registration that may come too late. */
function lateIn(files: Record<string, string>): string[] {
  const functions = functionsIn(files);
  const names = registering(functions);
  return functions.flatMap((fn) => {
    const steps = stepsOf(fn);
    const waits = steps.findIndex(({ calls }) => calls === null);
    return steps.flatMap(({ calls, isNested }, i) => {
      if (!names.has(calls ?? "")) return [];
      if (isNested) return [`${fn.file}: ${fn.name} calls ${calls} in another function, which may run later`];
      return waits >= 0 && waits < i ? [`${fn.file}: ${fn.name} calls ${calls} after an await`] : [];
    });
  });
}

/** Every handler that is set, and whether it has a description. */
function handlersIn(file: string, text: string): { file: string; isDescribed: boolean }[] {
  const found: { file: string; isDescribed: boolean }[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [, , options] }) => {
      if (callee.type !== "Identifier" || callee.name !== "setHandler") return;
      const properties = options?.type === "ObjectExpression" ? options.properties : [];
      const isDescribed = properties.some(
        (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === "description",
      );
      found.push({ file, isDescribed });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

describe("the handlers of workflows", () => {
  it("are registered before anything is awaited, in every workflow", async () => {
    const files = await workflowFiles();
    const names = registering(functionsIn(files));
    // So that the check cannot pass by finding nothing.
    const workflows = ["debateWorkflow", "experimentWorkflow", "scheduledDebateWorkflow", "webhookWorkflow"];
    expect(workflows.filter((name) => !names.has(name))).toEqual([]);
    expect(lateIn(files)).toEqual([]);
  });

  it("are described for Temporal's UI, each of them", async () => {
    const all = Object.entries(await workflowFiles()).flatMap(([file, text]) => handlersIn(file, text));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ isDescribed }) => !isDescribed)).toEqual([]);
    expect(
      handlersIn("w.ts", "setHandler(a, b); setHandler(a, b, { validator }); setHandler(a, b, { description });"),
    ).toEqual([false, false, true].map((isDescribed) => ({ file: "w.ts", isDescribed })));
  });

  it.each([
    ["after an await", "async function run() { await read(); setHandler(stop, () => {}); }"],
    [
      "in a helper after an await",
      "async function run() { await read(); listen(); } function listen() { setHandler(a, b); }",
    ],
    ["in a helper that awaits first", "async function listen() { await read(); setHandler(a, b); }"],
    [
      "in a method after an await",
      "class Run { listen() { setHandler(a, b); } } async function w() { await x(); run.listen(); }",
    ],
    ["in what is awaited by a loop", "async function w() { for await (const x of y()) setHandler(a, b); }"],
    ["in a callback", "async function w() { read().then(() => setHandler(a, b)); }"],
  ])("are found where they come too late: %s", (_where, text) => {
    expect(lateIn({ "w.ts": text })).not.toEqual([]);
  });

  it("may await as they like", () => {
    const text =
      "async function w() { setHandler(a, async () => { await b(); }); for (const x of xs) listen(x); await c(); }";
    expect(lateIn({ "w.ts": `${text} function listen(x) { setHandler(x, d); }` })).toEqual([]);
  });
});
