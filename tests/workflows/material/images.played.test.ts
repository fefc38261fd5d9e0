/** Images as exhibits: shown to models that take them, by each provider's wire, and named to all others. */
import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Estimates } from "../../../domain/play/estimates/schema.estimate.ts";
import type { FileInfo } from "../../../domain/shapes/schemas/file.schema.ts";
import { gifOf, jpegOf, pngOf } from "../../support/material/images.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/request.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";
import { BASE, createIn, itemsOf, over, script } from "../experiments/lab.ts";

const world = await useWorld();

async function upload(name: string, bytes: Buffer): Promise<FileInfo> {
  const path = `/v1/files?name=${encodeURIComponent(name)}`;
  const { status, body, text } = await world.request(path, { method: "POST", body: bytes as Buffer<ArrayBuffer> });
  if (status !== 201) throw new Error(`the file was answered ${status}: ${text}`);
  return body as FileInfo;
}

const SEEING = "anthropic/claude-sonnet-5";
const MODELS = [SEEING, "openai/gpt-5.5", "openai/o3-mini"];

function mixed(changes: object) {
  const request = requestOf({ maxRounds: 1, ...changes }, 3) as { participants: object[] };
  const participants = request.participants.map((one, i) => ({ ...one, model: MODELS[i] }));
  return { ...request, participants, judge: { model: SEEING } };
}

async function play(changes: object, manner: Manner = {}) {
  world.models.forget();
  world.models.use(debaters(["p1", "p2", "p3"], manner));
  const { id } = await world.create(mixed(changes));
  return { id, ...(await ended(id)) };
}

async function ended(id: string) {
  await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  const transcript = await world.transcript(id);
  return { debate: transcript.debate, transcript, asked: [...world.models.journal] };
}

/** What another judge is asked. */
async function judgedAgain(id: string): Promise<ModelRequest> {
  world.models.forget();
  world.models.use(debaters(["p1", "p2", "p3"]));
  const { status } = await world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "anthropic/claude-opus-5" } });
  expect(status).toBe(202);
  await world.models.ended(1);
  return world.models.journal[0] as ModelRequest;
}

/** The blocks of the first message, as they stood on the wire. */
function blocksOf({ body }: ModelRequest): Record<string, unknown>[] {
  const [first] = (body["messages"] ?? body["input"]) as { content: Record<string, unknown>[] }[];
  return first?.content ?? [];
}

function imagesIn(request: ModelRequest): unknown[] {
  return blocksOf(request).filter(({ type }) => type === "image" || type === "input_image");
}

function anthropicBlock(mediaType: string, bytes: Buffer) {
  return {
    type: "image",
    source: { type: "base64", media_type: mediaType, data: bytes.toString("base64") },
  };
}

function openAiBlock(mediaType: string, bytes: Buffer) {
  return { type: "input_image", image_url: `data:${mediaType};base64,${bytes.toString("base64")}`, detail: "high" };
}

const askedAs = (asked: ModelRequest[], name: string) => asked.filter(({ model }) => model === name);

describe("An image among the exhibits", () => {
  const chart = pngOf(800, 600);
  const photo = jpegOf(1_024, 768);

  it("is shown by each provider's wire, whole and after its exhibit, to speakers and judge", async () => {
    const files = [await upload("chart.png", chart), await upload("photo.jpg", photo)];
    expect(files[0]).toMatchObject({
      mediaType: "image/png",
      passages: 0,
      image: { width: 800, height: 600, bytes: chart.length, sha256: hash("sha256", chart) },
    });
    const exhibits = [{ title: "A remark", text: "Streets are scarce." }, ...files.map(({ id }) => ({ file: id }))];
    const { debate, transcript, asked } = await play({ exhibits });
    expect(debate.exhibits?.slice(1)).toEqual([
      {
        id: "E2",
        title: "chart.png",
        text: "An image of 800 × 600 pixels.",
        file: files[0]?.id,
        image: files[0]?.image,
      },
      expect.objectContaining({ id: "E3", text: "An image of 1024 × 768 pixels.", image: files[1]?.image }),
    ]);

    const byAnthropic = askedAs(asked, "claude-sonnet-5");
    expect(byAnthropic.map(kindOf)).toEqual(expect.arrayContaining(["turn", "verdict"]));
    for (const request of byAnthropic) {
      const blocks = blocksOf(request).map(({ cache_control: _cached, ...block }) => block);
      expect(blocks.slice(1, 5)).toEqual([
        { type: "text", text: "The image of exhibit E2:" },
        anthropicBlock("image/png", chart),
        { type: "text", text: "The image of exhibit E3:" },
        anthropicBlock("image/jpeg", photo),
      ]);
      expect(blocks[0]?.["text"]).toContain(`title="chart.png" sha256="${hash("sha256", chart)}"`);
    }
    const [spoken] = askedAs(asked, "gpt-5.5");
    expect(imagesIn(spoken as ModelRequest)).toEqual([
      openAiBlock("image/png", chart),
      openAiBlock("image/jpeg", photo),
    ]);

    const [blind] = askedAs(asked, "o3-mini");
    expect(imagesIn(blind as ModelRequest)).toEqual([]);
    const told = JSON.stringify(blocksOf(blind as ModelRequest));
    expect(told).toContain("An image of 800 × 600 pixels.");
    expect(told).toContain("each is an image that this model cannot see: [E2], [E3].");

    for (const turn of transcript.turns) {
      const { body } = await world.request(`/v1/debates/${debate.id}/turns/${turn.id}`);
      expect([turn.id, body.prompt?.messages.length > 0]).toEqual([turn.id, true]);
    }
    const stored = JSON.stringify(transcript);
    for (const bytes of [chart, photo]) expect(stored).not.toContain(bytes.toString("base64").slice(0, 60));
  });

  it("stays with the debate, its fork and its twin when the file is deleted", async () => {
    const bytes = pngOf(31, 17);
    const { id: file } = await upload("gone.png", bytes);
    const first = await play({ exhibits: [{ file }], maxRounds: 2 });
    expect(await world.request(`/v1/files/${file}`, { method: "DELETE" })).toMatchObject({ status: 204 });
    for (const [path, body] of [
      ["fork", { afterRound: 1 }],
      ["fork", { afterRound: 0 }],
      ["twin", {}],
    ] as const) {
      world.models.forget();
      const made = await world.post(`/v1/debates/${first.id}/${path}`, body);
      expect([path, made.status]).toEqual([path, 201]);
      const { asked } = await ended(made.body.id);
      for (const request of askedAs(asked, "claude-sonnet-5"))
        expect(imagesIn(request)).toEqual([expect.objectContaining(anthropicBlock("image/png", bytes))]);
      expect(askedAs(asked, "gpt-5.5").map(imagesIn)).toEqual(
        askedAs(asked, "gpt-5.5").map(() => [openAiBlock("image/png", bytes)]),
      );
    }
    expect(imagesIn(await judgedAgain(first.id))).toEqual([
      expect.objectContaining(anthropicBlock("image/png", bytes)),
    ]);
  });

  it("comes with an import as far as its file is there", async () => {
    const bytes = pngOf(7, 8);
    const { id: file } = await upload("imported.png", bytes);
    const { id, transcript } = await play({ exhibits: [{ file }] });
    const importAgain = async () => {
      expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
      const { status, body } = await world.post("/v1/debates/import", transcript);
      expect([status, body.exhibits]).toEqual([201, transcript.debate.exhibits]);
    };
    await importAgain();
    await world.request(`/v1/files/${file}`, { method: "DELETE" });
    // It was copied when it was imported.
    expect(imagesIn(await judgedAgain(id))).toHaveLength(1);
    await importAgain();
    const asked = await judgedAgain(id);
    expect(imagesIn(asked)).toEqual([]);
    expect(JSON.stringify(blocksOf(asked))).toContain("the image is not there any more: [E1].");
  });

  it("is no other than that of its file, whatever an import says", async () => {
    const { id: file } = await upload("true.png", pngOf(40, 50));
    const { id, transcript } = await play({ exhibits: [{ file }] });
    const said = (lies: object) => {
      const copy = structuredClone(transcript);
      for (const exhibit of copy.debate.exhibits ?? []) if (exhibit.image) Object.assign(exhibit.image, lies);
      return copy;
    };
    for (const lies of [{ width: 1 }, { mediaType: "image/gif" }, { sha256: "0".repeat(64) }]) {
      expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
      const { status } = await world.post("/v1/debates/import", said(lies));
      expect(status).toBe(201);
      const asked = await judgedAgain(id);
      expect(imagesIn(asked)).toEqual([]);
      expect(JSON.stringify(blocksOf(asked))).toContain("the image is not there any more: [E1].");
    }
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    for (const lies of [{ width: 60_000 }, { bytes: 10 ** 9 }, { sha256: "../x" }])
      expect((await world.post("/v1/debates/import", said(lies))).status).toBe(422);
  });

  it("stays with a draft that is changed after it", async () => {
    const bytes = pngOf(12, 13);
    const { id: file } = await upload("draft.png", bytes);
    const { id } = await world.create({ ...mixed({}), start: false });
    const { status } = await world.request(`/v1/debates/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ exhibits: [{ file }] }),
    });
    expect(status).toBe(200);
    await world.request(`/v1/files/${file}`, { method: "DELETE" });
    world.models.forget();
    world.models.use(debaters(["p1", "p2", "p3"]));
    for (const command of ["validate", "start"])
      expect([command, (await world.post(`/v1/debates/${id}/${command}`)).status]).toEqual([command, 200]);
    const { asked } = await ended(id);
    expect(imagesIn(askedAs(asked, "gpt-5.5")[0] as ModelRequest)).toEqual([openAiBlock("image/png", bytes)]);
  });

  it("that moves is shown as its first picture", async () => {
    const { id: file } = await upload("moving.gif", gifOf(9, 9, 4));
    const { asked } = await play({ exhibits: [{ file }] });
    expect(imagesIn(askedAs(asked, "gpt-5.5")[0] as ModelRequest)).toEqual([openAiBlock("image/gif", gifOf(9, 9))]);
  });

  it("is shown to a model that is said to take images, and not to one that is said to take none", async () => {
    const { id: file } = await upload("said.png", pngOf(4, 4));
    const request = mixed({ exhibits: [{ file }] });
    const [ada, ben, cleo] = request.participants as [object, object, object];
    const participants = [
      ada,
      { ...ben, model: { model: "openai/gpt-5.5", images: false } },
      { ...cleo, model: { model: "openai/o3-mini", images: true } },
    ];
    world.models.forget();
    world.models.use(debaters(["p1", "p2", "p3"]));
    const { id } = await world.create({ ...request, participants });
    const { asked } = await ended(id);
    expect(askedAs(asked, "gpt-5.5").map((one) => imagesIn(one).length)).toEqual([0]);
    expect(askedAs(asked, "o3-mini").map((one) => imagesIn(one).length)).toEqual([1]);
  });

  it("can be cited, and a quotation from it is no false one", async () => {
    const { id: file } = await upload("cited.png", pngOf(4, 5));
    const text = 'The chart says "traffic fell by a third in a year" [E1].';
    const { transcript } = await play({ exhibits: [{ file }] }, { turn: () => ({ text }) });
    expect(transcript.turns[0]?.citations).toEqual([{ ref: "E1", quoted: null, found: true }]);
  });
});

it("An answer that is given alone, outside a debate, is asked for with the image too", async () => {
  const bytes = pngOf(21, 22);
  const { id: file } = await upload("alone.png", bytes);
  world.models.forget();
  script(world);
  const base = { ...BASE, exhibits: [{ file }] };
  const arms = [{ name: "single", baseline: { vote: 1 } }];
  const { id } = await createIn(world, { name: "images", base, items: itemsOf(1), arms });
  expect((await over(world, id)).cells).toMatchObject({ done: 1, failed: 0 });
  expect(world.models.journal.map(imagesIn)).toEqual([[openAiBlock("image/png", bytes)]]);
});

describe("What images cost", () => {
  it("is part of an estimate, by each model's count", async () => {
    const { id: file } = await upload("large.png", pngOf(1_024, 1_024));
    const estimate = async (exhibits: object[]) =>
      (await world.post("/v1/estimates", mixed({ exhibits }))).body as Estimates;
    const words = await estimate([{ title: "large.png", text: "An image of 1024 × 1024 pixels." }]);
    const image = await estimate([{ file }]);
    const more = (image.likely?.inputTokens ?? 0) - (words.likely?.inputTokens ?? 0);
    // Ada and Ben once each, and the judge's calls.
    expect(more).toBeGreaterThan(1_369 + 1_229 + 1_369);
    expect(image.worst?.inputTokens).toBeGreaterThan((words.worst?.inputTokens ?? 0) + 2 * more - 1_000);
  });

  it("is reserved: a limit that the words alone would keep stops the debate before a call", async () => {
    const { id: file } = await upload("costly.png", pngOf(2_000, 2_000));
    const limits = { maxTokens: 40_000, maxOutputTokens: 200 };
    const one = {
      limits,
      judge: { model: { model: SEEING, maxOutputTokens: 1_000 } },
      policies: { onCostLimit: "error" },
    };
    const asks = async (exhibits: object[]) => {
      world.models.forget();
      world.models.use(debaters(["p1", "p2", "p3"]));
      const { id } = await world.create({ ...mixed({ exhibits }), ...one });
      await world.until(id, ({ type, status }) => type === "debate.completed" || status === "error");
      return world.models.journal.length;
    };
    expect(await asks([{ title: "costly.png", text: "An image of 2000 × 2000 pixels." }])).toBeGreaterThan(0);
    expect(await asks([{ file }])).toBe(0);
  });
});

describe("Images are refused", () => {
  const problems = async (exhibits: object[]) => {
    const { status, body } = await world.post("/v1/debates", mixed({ exhibits }));
    expect(status).toBe(422);
    return (body as { errors: unknown }).errors;
  };

  it("beyond eight, and beyond 15 MB in all", async () => {
    const { id: file } = await upload("many.png", pngOf(2, 2));
    expect(await problems(Array.from({ length: 9 }, () => ({ file })))).toEqual([
      { pointer: "/exhibits/8", detail: "there may be 8 images in all" },
    ]);
    const large = Buffer.concat([pngOf(2, 3), Buffer.alloc(3_900_000)]);
    const { id: heavy } = await upload("heavy.png", large);
    expect(await problems(Array.from({ length: 4 }, () => ({ file: heavy })))).toEqual([
      { pointer: "/exhibits/3", detail: expect.stringContaining("together may have 15000000 bytes") },
    ]);
  });

  it("by pages, and to be searched", async () => {
    const { id: file } = await upload("pages.png", pngOf(2, 2));
    expect(await problems([{ file, pages: "1" }])).toEqual([
      { pointer: "/exhibits/0/pages", detail: "a file of the type image/png has no pages" },
    ]);
    const { body } = await world.post("/v1/debates", mixed({ retrieval: { from: [file] } }));
    expect(body.errors).toEqual([{ pointer: "/retrieval/from/0", detail: "the file has no text" }]);
  });
});
