/** `parley schedules` against a whole Parley. */
import { afterEach, expect, test, vi } from "vitest";
import { runParley } from "../../support/terminal.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();
/** The world is shared, and a preset's name is the tenant's. */
const PRESET = `clock-${world.taskQueue.slice(-8)}`;
const parley = (...argv: string[]) => runParley([...argv, "--url", world.url]);

let id = "";
afterEach(async () => void (await parley("schedules", "delete", id)));

test("A schedule in the terminal is created, paused, triggered, and its runs are listed with their debates.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const preset = { name: PRESET, request: { ...requestOf(), topic: undefined } };
  expect((await world.post("/v1/presets", preset)).status).toBe(201);
  const said = await parley(
    "schedules",
    "create",
    "Weekly",
    "--preset",
    PRESET,
    "--topic",
    "Is it so?",
    "--cron",
    "0 9 * * 1",
    "--time-zone",
    "Europe/Berlin",
  );
  expect(said.code).toBe(0);
  id = said.out.split(":")[0] ?? "";
  expect(said.out).toMatch(/^sch-.*: Weekly, 0 9 \* \* 1 Europe\/Berlin, overlap skip\nnext: \d{4}-/);
  expect((await parley("schedules", "pause", id)).out).toContain("\npaused\n");
  expect((await parley("schedules", "list")).out).toMatch(new RegExp(`^${id} +paused `, "m"));
  await parley("schedules", "trigger", id);
  const ran = async () => expect((await parley("schedules", "runs", id)).out).toMatch(/ completed +deb-/);
  await vi.waitFor(ran, { timeout: 30_000, interval: 200 });
  expect((await parley("schedules", "resume", id)).out).toMatch(/^1 started, [01] running, 0 skipped/m);
  expect((await parley("schedules", "delete", id)).code).toBe(0);
  expect((await parley("schedules", "show", id)).code).toBe(2);
});
