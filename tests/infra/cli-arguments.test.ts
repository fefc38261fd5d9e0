import { beforeEach, expect, test, vi } from "vitest";
import { isHelp, NAMES, parseArguments } from "../../infra/cli/arguments.ts";

let said = "";
beforeEach(() => {
  said = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      said += String(chunk);
      return true;
    });
  }
});

function refusal(...argv: string[]): string {
  expect(() => parseArguments(argv)).toThrow();
  return said;
}

test("a topic is enough", () => {
  expect(parseArguments(["Is chess a sport?"])).toEqual({ topic: "Is chess a sport?", json: false, verbose: false });
});

test("every option is read", () => {
  const argv = "--format round-limited --rounds 3 --mode simultaneous --judge openai/gpt-5.5 --json --output o.json";
  const more = "--report r.md --verbose --url http://127.0.0.1:3000 --participants Ada=demo/a,Ben=openrouter/x/y";
  expect(parseArguments(["topic", ...argv.split(" "), ...more.split(" ")])).toEqual({
    topic: "topic",
    format: "round-limited",
    rounds: 3,
    mode: "simultaneous",
    judge: "openai/gpt-5.5",
    json: true,
    output: "o.json",
    report: "r.md",
    verbose: true,
    url: "http://127.0.0.1:3000",
    participants: [
      { name: "Ada", model: "demo/a" },
      { name: "Ben", model: "openrouter/x/y" },
    ],
  });
});

test("--clarify lets the participants ask first", () => {
  expect(parseArguments(["topic", "--clarify"]).clarify).toBe(true);
  expect(parseArguments(["topic"])).not.toHaveProperty("clarify");
});

test("participants without a name get one", () => {
  const { participants } = parseArguments(["t", "--participants", "demo/a, Zoe = demo/b ,demo/c"]);
  expect(participants?.map(({ name }) => name)).toEqual([NAMES[0], "Zoe", NAMES[2]]);
});

test.each([
  [["--rounds", "0"], "whole number"],
  [["--rounds", "1.5"], "whole number"],
  [["--rounds", "51"], "whole number"],
  [["--format", "boxing"], "Allowed choices"],
  [["--mode", "loud"], "Allowed choices"],
  [["--judge", "gpt"], "provider/model"],
  [["--participants", "Ada=gpt"], "provider/model"],
  [["--participants", "=demo/a"], "no name"],
  [["--url", "localhost:3000"], "http"],
  [["--frobnicate"], "unknown option"],
  [["second topic"], "too many arguments"],
])("%j is refused and says why", (argv, why) => {
  expect(refusal("topic", ...argv)).toContain(why);
});

test("a blank topic is refused with an example", () => {
  expect(refusal("  ")).toContain("npm run debate");
});

test("--watch needs no topic and takes none", () => {
  expect(parseArguments(["--watch", "deb-1"])).toMatchObject({ topic: null, watch: "deb-1" });
  expect(refusal("topic", "--watch", "deb-1")).toContain("--watch");
});

test("asking for help is no error", () => {
  let thrown: unknown;
  try {
    parseArguments(["--help"]);
  } catch (error) {
    thrown = error;
  }
  expect(isHelp(thrown)).toBe(true);
  expect(said).toContain("--participants");
});
