/** What older servers lack, by name. `npm run cluster -- --server=1.25.1` shows the same on a real one. */
import { expect, test } from "vitest";
import { findingsOf, missingOf } from "../../../infra/checks/check.checks.ts";
import { TEMPORAL_CHECKS } from "../../../infra/checks/temporal.checks.ts";
import type { TemporalSeen } from "../../../infra/checks/temporal-seen.ts";

function seen(version: string, more: Partial<TemporalSeen> = {}): TemporalSeen {
  const namespaceInfo = { supportsSchedules: true, capabilities: { syncUpdate: true } };
  const place = { address: "t:7233", namespace: "default", isVersioned: false };
  return { ...place, version, described: { namespaceInfo }, missingAttributes: [], ...more };
}

const missing = (at: TemporalSeen) => missingOf(findingsOf("Temporal", { checks: TEMPORAL_CHECKS, seen: at }));

test.each([
  [
    "1.27.3",
    ["priorities: this Temporal (1.27.3) does not know priorities: at least 1.28", "fairness keys: at least 1.29"],
  ],
  ["1.28.0", ["this Temporal (1.28.0) does not know fairness keys: at least 1.29"]],
  ["1.29.1", []],
  ["1.32.0-cloud.7", []],
])("Temporal %s", (version, lines) => {
  expect(missing(seen(version))).toEqual(lines.map((line) => expect.stringContaining(line)));
});

test("workers with a version need a server that knows them; others do not", () => {
  const older = seen("1.27.3", { isVersioned: true });
  expect(() => missing(older)).toThrow("this Temporal (1.27.3) does not know worker versions: at least 1.28");
  expect(missing(seen("1.28.0", { isVersioned: true }))).toHaveLength(1);
});

test("a server that does not show updates has them, unless they are switched off", () => {
  const shown = (capabilities?: object) =>
    seen("1.29.1", {
      described: { namespaceInfo: { supportsSchedules: true, ...(capabilities && { capabilities }) } },
    });
  expect(missing(shown())).toEqual([]);
  expect(() => missing(shown({}))).toThrow("updates: they are switched off");
});

test("a server without updates is named with the version that has them", () => {
  const described = { namespaceInfo: { supportsSchedules: true, capabilities: {} } };
  expect(() => missing(seen("1.24.2", { described }))).toThrow("does not know updates: at least 1.25");
});
