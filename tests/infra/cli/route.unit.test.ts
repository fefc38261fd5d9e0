/** Commands that follow from a route, against a server that answers as it is told. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, scripted } from "../../support/models/scripted-server.ts";
import { runParley, typist } from "../../support/terminal.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-route-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const helpOf = async (...argv: string[]) => (await runParley([...argv, "--help"])).out.replaceAll(/\s+/g, " ");
const bodyOf = ({ body }: { body: string }) => (body === "" ? null : JSON.parse(body));

test("A command takes what its route takes, in the words of the route.", async () => {
  const revoke = await helpOf("share", "revoke");
  expect(revoke).toMatch(/^Usage: parley share revoke \[options\] <id> <share> revoke a link: it stops working/);
  expect(revoke).toContain("share the link's id, as the list of links shows it");
  const fork = await helpOf("fork");
  expect(fork).toContain("--after-round <n> the last round that both share");
  const create = await helpOf("schedules", "create");
  expect(create).toContain("--overlap <policy> when the debate before is not over: skip leaves the new one out, queue");
  expect(create).toContain('(default: "skip") (choices: "skip", "queue", "cancel", "allow")');
  expect(create).toContain("--paused it begins nothing by itself");
  expect(await helpOf("list")).not.toContain("--cursor");
});

test("Fields go where the route has them: into the address, the query or the body.", async () => {
  const { url, seen } = await scripted(
    json({ items: [], searched: 0 }),
    json({ rating: 4 }),
    json({ name: "a", from: 1, to: 2, changes: [] }),
  );
  const run = (...argv: string[]) => runParley([...argv, "--url", url]);
  await run("related", "deb/1", "--limit", "3");
  expect((await run("rate", "deb-1", "4", "--comment", "Fair.")).out).toBe("deb-1: rated 4 of 5\n");
  expect((await run("presets", "diff", "a", "1", "2")).out).toBe("a@1 and a@2 say the same\n");
  expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    "GET /v1/debates/deb%2F1/related?limit=3",
    "PUT /v1/debates/deb-1/rating",
    "GET /v1/presets/a/diff?from=1&to=2",
  ]);
  expect(seen.map(bodyOf)).toEqual([null, { rating: 4, comment: "Fair." }, null]);
});

test("A list is read to its end, or to the limit, and JSON has its items.", async () => {
  const page = (count: number, nextCursor: string | null) =>
    json({
      items: Array.from({ length: count }, (_, n) => ({ id: `f${n}`, name: "a", bytes: 1, passages: 1 })),
      nextCursor,
    });
  const { url, seen } = await scripted(page(100, "next"), page(20, null), page(100, "next"), page(100, "more"));
  const all = await runParley(["files", "list", "--json", "--url", url]);
  expect(JSON.parse(all.out)).toHaveLength(120);
  const some = await runParley(["files", "list", "-n", "150", "--json", "--url", url]);
  expect(JSON.parse(some.out)).toHaveLength(150);
  expect(seen.map(({ url: path }) => path)).toEqual([
    "/v1/files?limit=100",
    "/v1/files?limit=100&cursor=next",
    "/v1/files?limit=100",
    "/v1/files?limit=100&cursor=next",
  ]);
});

test("A value that the route would refuse is refused before a server is asked.", async () => {
  for (const [argv, why] of [
    [["related", "deb-1", "--limit", "21"], "a whole number from 1 to 20"],
    [["rate", "deb-1", "6"], "a whole number from 1 to 5"],
    [["outcome", "deb-1", "perhaps"], "Allowed choices are right, wrong, unknown"],
    [["keys", "create", "--scopes", "root"], "Allowed are read, write, admin"],
    [["fork", "deb-1"], "required option '--after-round <n>' not specified"],
    [["fork", "deb-1", "--after-round", "1", "--changes", join(folder, "none.json")], "cannot be read (ENOENT)"],
  ] as [string[], string][])
    expect(await runParley(argv)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(why) });
});

test("An object is given as a file with JSON, and a body as a whole too.", async () => {
  const file = join(folder, "request.json");
  await writeFile(file, JSON.stringify({ topic: "So?" }));
  const schedule = { id: "sch-1", name: "Weekly", next: [], counts: {}, cron: null, interval: "1d" };
  const { url, seen } = await scripted(json(schedule, 201), json({ id: "deb-1", status: "completed" }, 201));
  await runParley(["schedules", "create", "Weekly", "--file", file, "--interval", "1d", "--paused", "--url", url]);
  await runParley(["import", file, "--url", url]);
  expect(seen.map(bodyOf)).toEqual([
    { name: "Weekly", request: { topic: "So?" }, interval: "1d", paused: true },
    { topic: "So?" },
  ]);
});

test("What cannot be undone is asked first, and what is gone is named.", async () => {
  const debate = json({ id: "deb-1", topic: "Cars", status: "completed" });
  const { url, seen } = await scripted(debate, debate, json(null), json(null));
  const run = (argv: string[], ...typed: string[]) => runParley([...argv, "--url", url], typist(...typed).ask);
  expect(await run(["delete", "deb-1"], "n")).toMatchObject({ code: 2, out: "" });
  expect(await run(["delete", "deb-1"], "y")).toMatchObject({ code: 0, out: "deb-1 is erased\n" });
  const revoked = await run(["share", "revoke", "deb-1", "s1", "--json"]);
  expect(JSON.parse(revoked.out)).toEqual({ id: "s1" });
  expect(seen.map(({ method }) => method)).toEqual(["GET", "GET", "DELETE", "DELETE"]);
});
