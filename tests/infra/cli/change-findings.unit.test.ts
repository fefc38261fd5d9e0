/** Findings for other programs: SARIF 2.1.0 by its schema, and GitHub's workflow commands. */
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { annotationsOf, withoutCommands } from "../../../infra/cli/gate/annotations.gate.ts";
import { type Finding, SEVERITIES } from "../../../infra/cli/gate/findings.gate.ts";
import { sarifOf } from "../../../infra/cli/gate/sarif.gate.ts";
import { runs } from "../../support/debates/runs.ts";

const ajv = new Ajv.default({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const isSarif = ajv.compile(schema as object);

const text = fc.string({ minLength: 1, unit: "binary" });
const finding: fc.Arbitrary<Finding> = fc.record({
  file: text,
  line: fc.nat().map((n) => n + 1),
  severity: fc.constantFrom(...SEVERITIES),
  message: text,
  agreed: fc.array(fc.record({ name: text, model: text })),
  of: fc.nat(),
  unclear_reason: fc.option(text),
});

test("Findings of any words and paths are valid SARIF.", () => {
  fc.assert(
    fc.property(fc.array(finding), (findings) => {
      const log: unknown = JSON.parse(JSON.stringify(sarifOf(findings)));
      expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

/** How GitHub's runner reads a line: see `ActionCommand` of actions/runner. */
function read(line: string): { command: string; properties: Record<string, string>; data: string } {
  const [, command = "", rest = "", data = ""] = /^::([a-z]+) (.*?)::(.*)$/.exec(line) ?? [];
  const plain = (it: string) => it.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
  const pairs = rest.split(",").map((pair) => {
    const at = pair.indexOf("=");
    return [
      pair.slice(0, at),
      plain(
        pair
          .slice(at + 1)
          .replaceAll("%3A", ":")
          .replaceAll("%2C", ","),
      ),
    ];
  });
  return { command, properties: Object.fromEntries(pairs), data: plain(data) };
}

test("Each finding is one command, which says what it is given and nothing more.", () => {
  fc.assert(
    fc.property(fc.array(finding), (findings) => {
      const lines = annotationsOf(findings).split("\n").slice(0, -1);
      expect(lines).toHaveLength(findings.length);
      for (const [i, { file, line, severity, message }] of findings.entries()) {
        const { command, properties, data } = read(lines[i] ?? "");
        expect(command).toBe(severity === "note" ? "notice" : severity);
        expect(properties).toEqual({ file, line: String(line), title: "Parley" });
        expect(data.startsWith(message)).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("Words of models are no commands: the runner takes none between two that nobody can guess.", async () => {
  let out = "";
  const write = (piece: string) => void (out += piece);
  const failing = withoutCommands(write, async () => {
    write("::add-mask::secret\n");
    throw new Error("lost");
  });
  await expect(failing).rejects.toThrow("lost");
  const [, word] = /^::stop-commands::([0-9a-f-]{36})\n/.exec(out) ?? [];
  expect(out).toBe(`::stop-commands::${word}\n::add-mask::secret\n\n::${word}::\n`);
});
