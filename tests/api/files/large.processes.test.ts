/** Files of the largest size. */
import { expect, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { type FileInfo, type FilePage, MOST_FILE_BYTES } from "../../../domain/shapes/schemas/file.schema.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, type World } from "../world.ts";

test("20 MiB in one line are taken, and all of it is read again.", async () => {
  await using world = await createWorld();
  const line = "word ".repeat(4 * 1024 * 1024).trim();
  const response = await world.app.request("/v1/files?name=line.txt", { method: "POST", body: line });
  expect(response.status).toBe(201);
  const file = (await response.json()) as FileInfo;
  // Compared here, since a difference of 20 MiB cannot be shown.
  expect(((await (await world.get(`/v1/files/${file.id}/pages/1`)).json()) as FilePage).text === line).toBe(true);
  const passages = await world.store.files.passages("default", [file.id]);
  expect(passages).toHaveLength(file.passages);
  expect(passages.every(({ text, page }) => text.length <= 4_000 && page === 1)).toBe(true);
  const original = await world.store.files.original("default", file.id);
  expect(original && Buffer.compare(original, Buffer.from(line))).toBe(0);
});

const unit = (text: string) => text.repeat(Math.floor(MOST_FILE_BYTES / text.length));

test.each([
  ["lines.py", unit("x = 1\n")],
  ["paragraphs.txt", unit("A toll.\n\n")],
  ["long.txt", unit(`${"A toll is a price that a street asks of cars. ".repeat(50)}\n\n`)],
  ["word.txt", unit("x")],
  ["rows.csv", `city,toll\n${"Rome,3\n".repeat(1_500_000)}`],
])(
  "%s of the largest size can be looked up as it was taken.",
  async (name, body) => {
    await using world = await createWorld();
    const { passages, id } = await handedIn(world, name, body);
    expect(passages).toBeLessThanOrEqual(12_000);
    const draft = await world.post("/v1/debates", demoRequest({ start: false, retrieval: { from: [id] } }));
    const { problems } = (await draft.json()) as Debate;
    expect([draft.status, problems]).toEqual([201, []]);
  },
  180_000,
);

test("Three of them are too many, and each is named with its passages.", async () => {
  await using world = await createWorld();
  const names = ["one.txt", "two.txt", "three.txt"];
  const from: string[] = [];
  for (const name of names) {
    const { id, passages } = await handedIn(world, name, unit("x"));
    expect(passages).toBe(5_999);
    from.push(id);
  }
  const draft = await world.post("/v1/debates", demoRequest({ start: false, retrieval: { from } }));
  expect(await draft.text()).toContain("the files have 17997 passages in all");
  const response = await world.post("/v1/debates", demoRequest({ retrieval: { from } }));
  const detail = "the files have 17997 passages in all, and may have 12000: one.txt 5999, two.txt 5999, three.txt 5999";
  expect([response.status, (await response.json()) as object]).toEqual([
    422,
    expect.objectContaining({ errors: [{ pointer: "/retrieval/from", detail }] }),
  ]);
});

async function handedIn(world: World, name: string, body: string): Promise<FileInfo> {
  const response = await world.app.request(`/v1/files?name=${name}`, { method: "POST", body });
  expect(response.status).toBe(201);
  return (await response.json()) as FileInfo;
}
