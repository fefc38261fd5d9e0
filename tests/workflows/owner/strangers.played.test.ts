/** What somebody meets who sends a debate something from Temporal's UI or CLI. */
import { describe, expect, it } from "vitest";
import { COMMAND_HELP } from "../../../domain/shapes/commands.help.ts";
import { held } from "../../support/held.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { requestOf } from "../../support/world.ts";

const world = await useWorld();

interface Named {
  name: string;
  description?: string;
}
interface Metadata {
  definition: { signalDefinitions: Named[]; queryDefinitions: Named[]; updateDefinitions: Named[] };
}

const isTurn = (request: Parameters<typeof kindOf>[0]) => kindOf(request) === "turn";

describe("a signal with an unknown name", () => {
  it("changes nothing, and the log names it, with the command that was probably meant", async () => {
    const { release } = held(world, isTurn);
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    const long = `\u001b[31m<img src=x>\n${"x".repeat(400)}`;
    for (const name of ["pauze", "called", long]) await world.handle(id).signal(name, { when: "now" });
    const isLong = (e: object) => (e as { command?: string }).command?.includes("img") === true;
    await world.until(id, isLong);
    expect((await world.debate(id)).pausing).toBe(false);
    release();
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const ignored = log.filter((e) => e.type === "command.ignored");
    expect(ignored.map((e) => [e["command"], e["why"]])).toEqual([
      ["pauze", "there is no such command; did you mean pause?"],
      ["called", "there is no such command"],
      [`\u001b[31m<img src=x> ${"x".repeat(82)}…`, "there is no such command"],
    ]);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=html`);
    expect(text).not.toContain("<img src=x>");
  });

  it("is named where it came before the debate began, and commands beside it are obeyed", async () => {
    const { id } = await world.create({ ...requestOf(), start: false });
    await world.handle(id).signal("begin");
    await world.until(id, (e) => e.type === "command.ignored" && e["command"] === "begin");
    await world.handle(id).signal("stop", { reason: "enough" });
    const log = await world.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.cancelled", reason: "enough" });
  });
});

describe("the lists that Temporal's UI offers", () => {
  it("describe each signal, query and update in whole sentences, the internal ones with a prefix and last", async () => {
    const { release } = held(world, isTurn);
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "turn.started");
    const { definition } = await world.handle(id).query<Metadata>("__temporal_workflow_metadata");
    const own = ({ name }: Named) => !name.startsWith("__");
    const lists = [definition.signalDefinitions, definition.queryDefinitions, definition.updateDefinitions];
    for (const list of lists) {
      const told = list.filter(own);
      expect(told.length).toBeGreaterThan(1);
      for (const { name, description } of told)
        expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].+\.$/)]);
    }
    const names = definition.signalDefinitions.map(({ name }) => name);
    const internal = ["internal.webhookSet", "internal.queued", "internal.called"];
    expect(names.slice(-internal.length)).toEqual(internal);
    expect(names.slice(0, -internal.length).toSorted()).toEqual(Object.keys(COMMAND_HELP).toSorted());
    for (const { name, description } of definition.signalDefinitions)
      expect([name, description?.startsWith("Internal: ")]).toEqual([name, internal.includes(name)]);
    release();
    await world.finished(id);
  });
});
