import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../infra/cdk/base/stages.ts";
import { type CostsArguments, parseArguments } from "./arguments.ts";
import { allCases } from "./cases.ts";
import { LIST_PRICES } from "./table/prices.ts";

/** What is asked for, and all that was said. */
function parse(...argv: string[]): { asked: CostsArguments | null; said: string; code: number } {
  let said = "";
  const say = (text: string) => void (said += text);
  try {
    return { asked: parseArguments(argv, { out: say, err: say }), said, code: 0 };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { asked: null, said, code: error.exitCode };
  }
}

test("without arguments all debates are played, at list prices, with the memory of the stage prod", () => {
  const { asked } = parse();
  expect(asked?.cases.map(({ name }) => name)).toEqual(allCases().map(({ name }) => name));
  expect(asked?.terms).toMatchObject({ ...LIST_PRICES, debatesAtOnce: 1, fairness: false });
  expect(asked?.terms.stage.workers).toEqual(stageOf("prod").workers);
  expect(asked?.how).toEqual({ modelSeconds: 8, words: 250, streamSeconds: stageOf("prod").api.streamSeconds });
});

test("each price and measure can be given", () => {
  const prices = [
    "per-million-actions",
    "active-gbh",
    "retained-gbh",
    "wru",
    "rru",
    "gb-month",
    "gb-second",
    "request",
  ];
  const given = prices.flatMap((price, i) => [`--price-${price}`, String(i + 0.5)]);
  const { asked } = parse(...given, "--model-seconds", "2.5", "--words", "80", "--debates-at-once", "7", "--fairness");
  expect(Object.keys(LIST_PRICES).map((key) => asked?.terms[key as keyof typeof LIST_PRICES])).toEqual(
    prices.map((_, i) => i + 0.5),
  );
  expect(asked).toMatchObject({ how: { modelSeconds: 2.5, words: 80 }, terms: { debatesAtOnce: 7, fairness: true } });
});

test("debates are chosen by the names of their rows", () => {
  expect(parse("oxford", "fifty rounds").asked?.cases.map(({ rounds }) => rounds)).toEqual([5, 50]);
});

test("help names every parameter and asks for nothing", () => {
  const { said, code } = parse("--help");
  expect(code).toBe(0);
  for (const name of ["--model-seconds", "--price-wru", "--json", "--write", "--counted"]) expect(said).toContain(name);
});

describe("what can not be meant is refused in words", () => {
  test.each<[string[], RegExp]>([
    [["--price-wru", "-1"], /--price-wru.*It must be a number from 0 to 1000000/],
    [["--price-rru", "cheap"], /--price-rru.*It must be a number/],
    [["--price-request", ""], /--price-request.*It must be a number/],
    [["--model-seconds", "0"], /from 0\.1 to 100/],
    [["--words", "12.5"], /a whole number from 10 to 2000/],
    [["--stage", "test"], /There are dev and prod/],
    [["ping-pong"], /there is no debate "ping-pong"; there are: free-form; /],
    [["oxford", "--write"], /--write wants all debates/],
    [["--prices", "1"], /unknown option '--prices'/],
  ])("%j", (argv, message) => {
    const { code, said } = parse(...argv);
    expect(code).toBeGreaterThan(0);
    expect(said).toMatch(message);
  });
});
