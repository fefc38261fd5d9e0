import { Command, CommanderError } from "commander";
import { beforeEach, expect, test } from "vitest";
import { NAMES } from "../../../domain/rules/seats/usual-participants.ts";
import { DEFAULT_DEBATE } from "../../../domain/shapes/format-names.ts";
import { addDebateOptions, type DebateArguments } from "../../../infra/cli/base/arguments.cli.ts";

let said = "";
beforeEach(() => {
  said = "";
});

function parseArguments(argv: string[]): DebateArguments {
  const write = (text: string) => void (said += text);
  const command = addDebateOptions(new Command("debate"))
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write })
    .parse(argv, { from: "user" });
  const [topic] = command.args;
  return { ...command.opts(), ...(topic !== undefined && { topic }) };
}

function refusal(...argv: string[]): string {
  expect(() => parseArguments(argv)).toThrow(CommanderError);
  return said;
}

test("a topic is enough", () => {
  expect(parseArguments(["Is chess a sport?"])).toEqual({ topic: "Is chess a sport?" });
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

test("a panel is a list of models or a size", () => {
  expect(parseArguments(["topic", "--panel", "openai/a, google/b"])).toMatchObject({ panel: ["openai/a", "google/b"] });
  expect(parseArguments(["topic", "--panel", "3"])).toMatchObject({ panel: 3 });
});

test("options are made of the fields that only some formats have, with their bounds and formats", () => {
  const argv = "--control-arm --termination-type quality --termination-threshold 70 --no-include-full-history";
  expect(parseArguments(["topic", ...argv.split(" ")])).toEqual({
    topic: "topic",
    controlArm: true,
    terminationType: "quality",
    terminationThreshold: 70,
    includeFullHistory: false,
  });
  expect(refusal("--help").replaceAll(/\s+/g, " ")).toContain(
    "--early-stop-score <number> the skeptic's score that lets it end early (proposer-skeptic)",
  );
});

test("a vote has its numbers, and the format may be left to Parley", () => {
  const argv = "--format auto --answers yes,no --vote-most 9 --vote-stop-at 0.9 --gate-lead 0.2";
  expect(parseArguments(["topic", ...argv.split(" ")])).toEqual({
    topic: "topic",
    format: "auto",
    answers: { type: "choice", options: ["yes", "no"] },
    voteMost: 9,
    voteStopAt: 0.9,
    gateLead: 0.2,
  });
});

test("the help names the default format and its rounds", () => {
  const help = refusal("--help").replaceAll(/\s+/g, " ");
  expect(help).toContain(`(default: ${DEFAULT_DEBATE.format}, ${DEFAULT_DEBATE.rounds} rounds)`);
  expect(parseArguments(["topic"])).not.toHaveProperty("format");
});

test("--clarify lets the participants ask first", () => {
  expect(parseArguments(["topic", "--clarify"]).clarify).toBe(true);
  expect(parseArguments(["topic"])).not.toHaveProperty("clarify");
});

test("--validate-live asks the models first", () => {
  expect(parseArguments(["topic", "--validate-live"]).validateLive).toBe(true);
  expect(parseArguments(["topic"])).not.toHaveProperty("validateLive");
});

test("--language takes the tag of a language in any letter case, and nothing else", () => {
  expect(parseArguments(["topic", "--language", "PT-br"]).language).toBe("pt-BR");
  expect(parseArguments(["topic"])).not.toHaveProperty("language");
  expect(refusal("topic", "--language", "German")).toContain("It must be the BCP-47 tag of a language");
});

test("participants without a name get one", () => {
  const { participants } = parseArguments(["t", "--participants", "demo/a, Zoe = demo/b ,demo/c"]);
  expect(participants?.map(({ name }) => name)).toEqual([NAMES[0], "Zoe", NAMES[2]]);
});

test("a role or a side may follow the model, and colons of models' names stay", () => {
  const list = "Ada=openai/gpt-5.5:architect,Ben=ollama/llama3.2:3b:against,Cleo=openrouter/x/y:free,demo/d : skeptic";
  expect(parseArguments(["t", "--participants", list]).participants).toEqual([
    { name: "Ada", model: "openai/gpt-5.5", role: "architect" },
    { name: "Ben", model: "ollama/llama3.2:3b", side: "against" },
    { name: "Cleo", model: "openrouter/x/y:free" },
    { name: NAMES[3], model: "demo/d", role: "skeptic" },
  ]);
  expect(refusal("topic", "--participants", "Ada=architect")).toContain("provider/model");
});

test.each([
  [["--rounds", "0"], "whole number"],
  [["--rounds", "1.5"], "whole number"],
  [["--rounds", "501"], "whole number"],
  [["--format", "boxing"], "Allowed choices"],
  [["--mode", "loud"], "Allowed choices"],
  [["--early-stop-score", "11"], "a number from 0 to 10"],
  [["--early-stop-score", ""], "a number from 0 to 10"],
  [["--context-window-agent-summary-threshold", "1.5"], "a whole number from 1 to 1000000"],
  [["--judge", "gpt"], "provider/model"],
  [["--panel", "openai/a,gpt"], "provider/model"],
  [["--panel", "0"], "1 to 7 members"],
  [["--panel", "8"], "1 to 7 members"],
  [["--participants", "Ada=gpt"], "provider/model"],
  [["--participants", "=demo/a"], "no name"],
  [["--url", "localhost:3000"], "http"],
  [["--frobnicate"], "unknown option"],
  [["second topic"], "too many arguments"],
])("%j is refused and says why", (argv, why) => {
  expect(refusal("topic", ...argv)).toContain(why);
});

test("agents are picked from a configuration, so they do not go with participants of one's own", () => {
  const files = ["--config", "c.json", "--problem-file", "p.txt"];
  expect(parseArguments([...files, "--agents", "Ada, p2 ,"])).toEqual({
    config: "c.json",
    problemFile: "p.txt",
    agents: ["Ada", "p2"],
  });
  expect(refusal("topic", "--agents", "Ada", "--participants", "Ada=demo/a")).toContain("cannot be used with");
});

test("a key and an address may come from the environment, and what is given wins", () => {
  process.env.PARLEY_URL = "http://127.0.0.1:1";
  process.env.PARLEY_API_KEY = "prl_a_b";
  try {
    expect(parseArguments(["t"])).toMatchObject({ url: "http://127.0.0.1:1", apiKey: "prl_a_b" });
    expect(parseArguments(["t", "--url", "http://127.0.0.1:2"]).url).toBe("http://127.0.0.1:2");
    expect(refusal("--help")).not.toContain("prl_a_b");
  } finally {
    delete process.env.PARLEY_URL;
    delete process.env.PARLEY_API_KEY;
  }
});
