import { describe, expect, it } from "vitest";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { searchByWords } from "../../domain/rules/retrieval/lexical.ts";
import { BUILT_IN, builtInTemplate } from "../../domain/rules/templates/registry.rules.ts";
import { hitOf } from "../../domain/rules/templates/retrieval.ts";
import { MAX_TEXT, requireTemplate, type Template, TemplateRequest } from "../../domain/rules/templates/template.ts";

const find = (query: string, topK = 3, documents: readonly Template[] = BUILT_IN) =>
  searchByWords({ documents, query, topK }).map(hitOf);
const idsOf = (query: string, topK?: number) => find(query, topK).map(({ id }) => id);

function faultsOf(body: unknown): { pointer: string; detail: string }[] {
  try {
    requireTemplate(body);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "invalid-request")
      return error.details.errors as { pointer: string; detail: string }[];
    throw error;
  }
  return [];
}

describe("the built-in templates", () => {
  it("are at least 24, each under its own slug and name", () => {
    expect(BUILT_IN.length).toBeGreaterThanOrEqual(24);
    expect(new Set(BUILT_IN.map(({ id }) => id)).size).toBe(BUILT_IN.length);
    expect(new Set(BUILT_IN.map(({ name }) => name)).size).toBe(BUILT_IN.length);
    for (const { id } of BUILT_IN) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(BUILT_IN)("$id says in three to six sentences how to argue, and could be an owner's", (template) => {
    const { id, builtIn, ...request } = template;
    expect(builtIn).toBe(true);
    expect(TemplateRequest.parse(request)).toEqual(request);
    const sentences = template.text.match(/[.?](?= |$)/g) ?? [];
    expect(sentences.length, id).toBeGreaterThanOrEqual(3);
    expect(sentences.length, id).toBeLessThanOrEqual(6);
    expect(template.tags.length).toBeGreaterThanOrEqual(3);
    expect(template.description).toBeTruthy();
  });

  it("stand in the order of their ids and are found by them", () => {
    expect(BUILT_IN.map(({ id }) => id)).toEqual(BUILT_IN.map(({ id }) => id).toSorted());
    expect(builtInTemplate("steelman-first")?.name).toBe("Steelman first");
    expect(builtInTemplate("tpl-1")).toBeUndefined();
  });
});

describe("the search by words", () => {
  it.each([
    ["proof by contradiction", "proof-by-contradiction"],
    ["unintended consequences of abolishing an old rule", "chestertons-fence"],
    ["How do we weigh the costs and benefits of a carbon tax?", "cost-benefit"],
    ["who carries the burden of proof", "burden-of-proof"],
    ["double standards and hypocrisy", "consistency-across-cases"],
  ])("finds for “%s” the template %s first", (query, id) => {
    expect(idsOf(query)[0]).toBe(id);
  });

  it("forgives a slip of the pen", () => {
    expect(idsOf("contradicton")[0]).toBe("proof-by-contradiction");
  });

  it("gives at most as many as asked for, by falling score, with their texts", () => {
    const hits = find("policy evidence risk", 4);
    expect(hits).toHaveLength(4);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { id, name, text } of hits) expect(builtInTemplate(id)).toMatchObject({ name, text });
  });

  it("finds nothing for words that say nothing", () => {
    expect(idsOf("What should we do about it, and why?")).toEqual([]);
    expect(idsOf("")).toEqual([]);
  });

  it("finds an owner's template among the others", () => {
    const own = { id: "tpl-1", name: "Ask the ferryman", text: "Ask whoever crosses daily.", tags: [], builtIn: false };
    expect(find("ferryman", 3, [...BUILT_IN, own])).toEqual([expect.objectContaining({ id: "tpl-1", text: own.text })]);
  });
});

describe("a template that is sent", () => {
  const good = { name: "Ask twice", text: "Ask the same thing twice." };

  it("needs a name and a text, and gets no tags by default", () => {
    expect(requireTemplate(good)).toEqual({ ...good, tags: [] });
    expect(faultsOf({}).map(({ pointer }) => pointer)).toEqual(["/name", "/text"]);
  });

  it.each([
    ["a blank text", { ...good, text: " \n" }, "/text"],
    ["a text that is too long", { ...good, text: "x".repeat(MAX_TEXT + 1) }, "/text"],
    ["a blank name", { ...good, name: "  " }, "/name"],
    ["a name of two lines", { ...good, name: "a\nb" }, "/name"],
    ["a name that is too long", { ...good, name: "x".repeat(81) }, "/name"],
    ["a blank description", { ...good, description: "" }, "/description"],
    ["a blank tag", { ...good, tags: ["a", ""] }, "/tags/1"],
    ["too many tags", { ...good, tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, "/tags"],
    ["an id of the sender's", { ...good, id: "mine" }, "/id"],
    ["no object", "text", ""],
  ])("is refused with %s, at its pointer", (_, body, pointer) => {
    const faults = faultsOf(body);
    expect(faults.map((fault) => fault.pointer)).toEqual([pointer]);
    expect(faults[0]?.detail).toBeTruthy();
  });

  it("may have a text of exactly the limit", () => {
    expect(faultsOf({ ...good, text: "x".repeat(MAX_TEXT) })).toEqual([]);
  });
});
