import { expect, test } from "vitest";
import { ParleyProblem } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { holdable, offerToStop } from "../../../infra/cli/debate/leaving.ts";
import { typist } from "../../support/terminal.ts";

const debate = { id: "deb-1" } as Debate;

async function offer(line: string, options: { own?: boolean; refuse?: ParleyProblem } = {}) {
  const { ask, prompts } = typist(line);
  const stopped: object[] = [];
  let said = "";
  const leaves = await offerToStop({
    debate,
    client: {
      stop: async (_, body = {}) => {
        stopped.push(body);
        if (options.refuse) throw options.refuse;
        return debate;
      },
    },
    ask,
    err: (text) => (said += text),
    own: options.own ?? false,
    signal: new AbortController().signal,
  });
  return { leaves, stopped, said, prompt: prompts[0] };
}

test.each([
  ["1", false, [{ mode: "conclude" }]],
  ["2", false, [{ mode: "abandon" }]],
  ["3", true, []],
  ["", true, []],
])("the reply %j leaves the debate: %j, after the commands %j", async (line, leaves, stopped) => {
  expect(await offer(line)).toMatchObject({ leaves, stopped });
});

test("the offer says what becomes of a debate that is left, by whose Parley runs it", async () => {
  expect((await offer("3")).prompt).toContain("3  leave: it continues without you");
  expect((await offer("3", { own: true })).prompt).toContain("3  leave: it waits, and continues at the next start");
});

test("a stop that is refused is reported, and the debate is followed on", async () => {
  const refuse = new ParleyProblem({ status: 409, body: { detail: "stop is not legal" } });
  expect(await offer("1", { refuse })).toMatchObject({ leaves: false, said: "stop is not legal\n" });
});

test("output that is held back comes later, whole and in its order", () => {
  let text = "";
  const write = (part: string) => void (text += part);
  const { streams, hold, release } = holdable({ out: write, err: write, style: (_, it) => it });
  streams.err("a");
  hold();
  streams.out("b");
  streams.err("c");
  expect(text).toBe("a");
  release();
  streams.out("d");
  expect(text).toBe("abcd");
});
