/** Files and other debates as exhibits, and passages that are looked up for each turn, over real PDFs. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Estimates } from "../../../domain/play/estimates/schema.estimate.ts";
import type { FileInfo } from "../../../domain/shapes/schemas/file.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { withPlainMarks } from "../../support/marks.ts";
import { factOf, pdfOf } from "../../support/material/pdf.ts";
import { assessmentJson, kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/request.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

async function upload(name: string, bytes: string | Buffer): Promise<FileInfo> {
  const path = `/v1/files?name=${encodeURIComponent(name)}`;
  const { status, body, text } = await world.request(path, { method: "POST", body: bytes as Buffer<ArrayBuffer> });
  if (status !== 201) throw new Error(`the file was answered ${status}: ${text}`);
  return body as FileInfo;
}

const NOTES = [
  "The ferry to the island sails twice a day and takes forty cars.",
  "A congestion charge in Stockholm cut traffic over the cordon by about a fifth.",
  "Street markets lose their customers where no bus comes near.",
  "Particulate matter fell by eleven per cent in the first year of the charge.",
  "Deliveries moved to the night, and residents complained of the noise.",
].map((fact) => `${fact} ${"It was written down by the office of the port. ".repeat(30)}`);

let pdf: FileInfo;
let notes: FileInfo;
beforeAll(async () => {
  pdf = await upload("streets.pdf", await pdfOf(6));
  notes = await upload("notes.txt", NOTES.join("\n\n"));
});

const TOPIC = "Does a congestion charge cut traffic and particulate matter?";

async function play(changes: object, manner: Manner = {}) {
  world.models.forget();
  world.models.use(debaters(["p1", "p2", "p3"], manner));
  const { id } = await world.create(requestOf({ topic: TOPIC, maxRounds: 1, ...changes }, 3));
  await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  return {
    id,
    debate: await world.debate(id),
    transcript: await world.transcript(id),
    asked: [...world.models.journal],
  };
}

async function refused(changes: object) {
  const { status, body } = await world.post("/v1/debates", requestOf(changes));
  expect(status).toBe(422);
  return body.errors as { pointer: string; detail: string }[];
}

const spokenTo = (asked: ModelRequest[]) => asked.filter((request) => kindOf(request) === "turn");
const wordsOf = ({ messages }: ModelRequest) => withPlainMarks(messages.map(({ content }) => content).join("\n"));

/** Every prompt can be shown as it was sent: the hash is that of the stored turn. */
async function expectRebuilt(id: string, turns: Turn[]) {
  for (const turn of turns) {
    const { body } = await world.request(`/v1/debates/${id}/turns/${turn.id}`);
    expect([turn.id, body.prompt?.messages.length > 0]).toEqual([turn.id, true]);
  }
}

describe("Material that is handed in", () => {
  it("is shown page by page to all, and its pages can be cited and quoted", async () => {
    const { debate, asked, transcript } = await play(
      {
        exhibits: [
          { file: pdf.id, pages: "2-3" },
          { title: "A remark", text: "Streets are scarce." },
        ],
      },
      { turn: () => ({ text: `The report says "${factOf(3)}" [E2].` }) },
    );
    const titles = debate.exhibits?.map(({ id, title, page }) => [id, title, page]);
    expect(titles?.[0]).toEqual(["E1", "streets.pdf, p. 2", 2]);
    expect(titles?.at(-1)).toEqual([`E${titles?.length}`, "A remark", undefined]);
    expect(new Set(debate.exhibits?.map(({ page }) => page))).toEqual(new Set([2, 3, undefined]));
    for (const request of asked) {
      expect(wordsOf(request)).toContain(factOf(2));
      expect(wordsOf(request)).toContain('page="3"');
      expect(wordsOf(request)).not.toContain(factOf(4));
    }
    const found = transcript.turns.flatMap(({ citations = [] }) => citations);
    expect(found.some(({ ref, found: isFound }) => ref !== null && isFound)).toBe(true);
    await expectRebuilt(debate.id, transcript.turns);
  });

  it("stays with the debate and its forks when the file is deleted", async () => {
    const file = await upload("short.txt", "A toll is a price for a scarce street.");
    const first = await play({ exhibits: [{ file: file.id }], maxRounds: 2 });
    expect(await world.request(`/v1/files/${file.id}`, { method: "DELETE" })).toMatchObject({ status: 204 });
    expect((await world.debate(first.id)).exhibits).toEqual(first.debate.exhibits);
    world.models.use(debaters(["p1", "p2", "p3"]));
    const { status, body } = await world.post(`/v1/debates/${first.id}/fork`, { afterRound: 1 });
    expect(status).toBe(201);
    await world.finished(body.id);
    expect((await world.debate(body.id)).exhibits).toEqual(first.debate.exhibits);
    expect(await refused({ exhibits: [{ file: file.id }] })).toEqual([
      { pointer: "/exhibits/0/file", detail: `there is no file ${file.id}` },
    ]);
  });

  it("may be the conclusion of another debate", async () => {
    const earlier = await play({ topic: "Should streets have a price?", conclusion: true });
    const { debate, asked } = await play({ exhibits: [{ debate: earlier.id }] });
    const [exhibit] = debate.exhibits ?? [];
    const answer = earlier.debate.result?.conclusion?.answer.text ?? "";
    expect(answer).not.toBe("");
    expect(exhibit).toMatchObject({ id: "E1", title: "Should streets have a price?", debate: earlier.id });
    expect(exhibit?.text).toContain(answer);
    expect(exhibit?.text).toContain("Support");
    expect(wordsOf(asked[0] as ModelRequest)).toContain(answer);
  });

  it.each([
    [{ exhibits: [{ file: "file-20260101-000000-AAAAAA" }] }, "/exhibits/0/file"],
    [{ exhibits: [{ debate: "deb-20260101-000000-AAAAAA" }] }, "/exhibits/0/debate"],
    [{ exhibits: [{ file: "x", pages: "0" }] }, "/exhibits/0/pages"],
    [{ exhibits: [{ file: "x", pages: "7-3" }] }, "/exhibits/0/pages"],
    [{ exhibits: [{ file: "x", pages: "all" }] }, "/exhibits/0/pages"],
    [{ retrieval: { from: ["file-20260101-000000-AAAAAA"] } }, "/retrieval/from/0"],
    [{ retrieval: { from: ["x"], topK: 0 } }, "/retrieval/topK"],
  ])("is refused where it is not there or not meant: %j", async (changes, pointer) => {
    expect((await refused(changes)).map((problem) => problem.pointer)).toEqual([pointer]);
  });

  it("is refused with a hint where it is too much for every prompt, or has no such page", async () => {
    const long = await upload("long.txt", "A street is a street. ".repeat(25_000));
    const [problem] = await refused({ exhibits: [{ file: long.id }] });
    expect(problem).toMatchObject({ pointer: "/exhibits/0", detail: expect.stringContaining("retrieval.from") });
    expect(await refused({ exhibits: [{ file: pdf.id, pages: "5-9" }] })).toEqual([
      { pointer: "/exhibits/0/pages", detail: "the file has 6 pages" },
    ]);
    expect(await refused({ exhibits: [{ file: long.id, pages: "1" }] })).toEqual([
      { pointer: "/exhibits/0/pages", detail: "a file of the type text/plain has no pages" },
    ]);
  });
});

describe("A draft", () => {
  it.each([{ source: "a remark" }, { title: "A remark" }])(
    "may have an exhibit that is not whole yet, %j, and shows those that are",
    async (exhibit) => {
      const { id } = await world.create(requestOf({ exhibits: [exhibit, { file: notes.id }], start: false }));
      const { exhibits = [], status } = await world.debate(id);
      expect(status).toBe("configuring");
      expect(exhibits.length).toBe(notes.passages);
      for (const { file } of exhibits) expect(file).toBe(notes.id);
    },
  );
});

describe("Passages that are looked up", () => {
  const retrieval = () => ({ from: [notes.id, pdf.id], topK: 2 });

  it("are shown to each speaker in its last block, and to all from the next turn on", async () => {
    const { id, debate, asked, transcript } = await play({ retrieval: retrieval(), maxRounds: 2 });
    const turns = transcript.turns;
    expect(turns.map(({ tools }) => tools?.map(({ type, status }) => [type, status]))).toEqual(
      turns.map(() => [["retrieval", "done"]]),
    );
    const [first, second] = spokenTo(asked) as [ModelRequest, ModelRequest];
    const last = ({ messages }: ModelRequest) => withPlainMarks(messages.at(-1)?.content ?? "");
    const own = turns[0]?.tools?.[0]?.exhibits ?? [];
    expect(own).toHaveLength(2);
    for (const exhibit of own) expect(last(first)).toContain(`<exhibit id="${exhibit}" title=`);
    expect(last(first)).toContain("fifth");
    for (const exhibit of own) expect(wordsOf(second)).toContain(`<exhibit id="${exhibit}" title=`);
    expect(wordsOf(second)).toContain("Particulate matter fell by eleven");
    const found = debate.exhibits ?? [];
    expect(found.map(({ id: exhibit }) => exhibit)).toEqual(found.map((_, i) => `E${i + 1}`));
    expect(found.every(({ foundAt, file }) => foundAt !== undefined && file !== undefined)).toBe(true);
    expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
    const told = transcript.events.filter(({ type }) => type === "exhibits.found");
    expect(told.map(({ data }) => data["turnId"])).toEqual(turns.map((turn) => turn.id));
    await expectRebuilt(id, turns);
  });

  it("are named once, not repeated, where a later search finds them again", async () => {
    const { asked } = await play({ retrieval: { from: [notes.id], topK: 3 }, maxRounds: 2 });
    for (const request of spokenTo(asked)) {
      const ids = [...wordsOf(request).matchAll(/<exhibit id="(E\d+)"/g)].map(([, exhibit]) => exhibit);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(wordsOf(spokenTo(asked).at(-1) as ModelRequest)).toContain("These exhibits above bear on this turn too: [E");
  });

  it.each([
    ["and others are found too", "1-3", 3],
    ["and nothing else is found", "1-6", 6],
  ])("keep the numbers of those that came with the request, %s", async (_, pages, count) => {
    const { id, debate, asked, transcript } = await play({
      topic: `Is it so? ${factOf(2)} ${factOf(5)}`,
      exhibits: [{ file: pdf.id, pages }],
      retrieval: { from: [pdf.id], topK: 6 },
    });
    const { exhibits = [] } = debate;
    expect(new Set(exhibits.map(({ text }) => text)).size).toBe(exhibits.length);
    const given = exhibits.flatMap(({ foundAt, id: name }) => (foundAt === undefined ? [name] : []));
    expect(given).toHaveLength(count);
    const [first] = transcript.turns;
    expect(first?.tools?.[0]?.exhibits.toSorted()).toEqual(["E1", "E2", "E3", "E4", "E5", "E6"]);
    const shown = wordsOf(spokenTo(asked)[0] as ModelRequest);
    expect([...shown.matchAll(/<exhibit id="(E\d+)"/g)].map(([, name]) => name)).toEqual(exhibits.map((e) => e.id));
    const named = given.map((name) => `[${name}]`).join(", ");
    expect(shown).toContain(`These exhibits above bear on this turn too: ${named}.`);
    await expectRebuilt(id, transcript.turns);
  });

  it("can be cited at once, and the judge is shown them without who found them", async () => {
    const { asked, transcript } = await play(
      { retrieval: retrieval() },
      { turn: () => ({ text: 'Traffic was cut "over the cordon by about a fifth" [E1], as [E90] says.' }) },
    );
    const [first] = transcript.turns;
    expect(first?.citations).toEqual([
      { ref: "E1", quoted: "over the cordon by about a fifth", found: true },
      { ref: "E90", quoted: null, found: false },
    ]);
    const judge = asked.find((request) => kindOf(request) === "verdict") as ModelRequest;
    expect(wordsOf(judge)).toContain('<exhibit id="E1" title="notes.txt, passage');
    expect(wordsOf(judge)).not.toContain("found for this turn");
  });

  it("of a deleted file leave the turn without, with the reason in it", async () => {
    const gone = await upload("gone.txt", "A congestion charge is a price for traffic.");
    let removed: Promise<unknown> | null = null;
    const assess: Manner["assess"] = () => {
      removed ??= world.request(`/v1/files/${gone.id}`, { method: "DELETE" });
      return { text: assessmentJson(["p1", "p2", "p3"]), profile: { ttft: 500 } };
    };
    const { transcript, debate } = await play(
      { retrieval: { from: [gone.id] }, format: "structured-rounds", maxRounds: 3, minRounds: 3 },
      { assess },
    );
    expect(debate.status).toBe("completed");
    expect(transcript.turns[0]?.tools?.[0]).toMatchObject({ status: "done", exhibits: ["E1"] });
    const last = transcript.turns.at(-1)?.tools?.[0];
    expect(last).toMatchObject({ status: "failed", message: "the files were deleted", exhibits: [] });
  });

  it("come with a fork, which goes on with their numbers, and with an export and its import", async () => {
    const { id, debate, transcript } = await play({ retrieval: retrieval(), maxRounds: 2 });
    world.models.use(debaters(["p1", "p2", "p3"]));
    const { body } = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1 });
    await world.finished(body.id);
    const fork = await world.debate(body.id);
    expect(fork.exhibits?.slice(0, 2)).toEqual(debate.exhibits?.slice(0, 2));
    const texts = fork.exhibits?.map(({ text }) => text) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
    await expectRebuilt(body.id, (await world.transcript(body.id)).turns);
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    const { status, text } = await world.post("/v1/debates/import", transcript);
    expect([status, text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    expect((await world.debate(id)).exhibits).toEqual(debate.exhibits);
    expect((await world.transcript(id)).turns).toEqual(transcript.turns);
  });

  it("are counted by estimates and reserved by budgets", async () => {
    const estimate = async (changes: object) => {
      const { body } = await world.post(
        "/v1/estimates",
        requestOf({ topic: TOPIC, maxRounds: 1, claimChecks: false, ...changes }, 3),
      );
      expect(body.problems).toEqual([]);
      return body as Estimates;
    };
    const [without, with4] = [await estimate({}), await estimate({ retrieval: { from: [notes.id], topK: 4 } })];
    expect(with4.lowest).toEqual(without.lowest);
    const more = (of: "likely" | "worst") => (with4[of]?.inputTokens ?? 0) - (without[of]?.inputTokens ?? 0);
    // Each turn reads its own passages and those before it, and the judge reads all of them.
    expect(more("likely")).toBeGreaterThan(4 * 450 * 6);
    expect(more("worst")).toBeGreaterThan(2 * 4 * 4_000 * 6);
    const limits = { maxCostUsd: (without.worst?.costUsd ?? 0) * 1.1 };
    const { debate } = await play({
      limits,
      retrieval: { from: [notes.id], topK: 4 },
      policies: { onCostLimit: "conclude" },
    });
    expect(debate.cost.totalUsd ?? 0).toBeLessThanOrEqual(limits.maxCostUsd);
  });
});
