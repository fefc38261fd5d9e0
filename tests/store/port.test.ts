import { expect, it } from "vitest";
import { createStore } from "../../store/index.ts";
import { LOCAL_CREDENTIALS } from "../support/servers/dynamodb.ts";

/** Methods of the implementation that are not part of the port. */
const OWN = ["ensureTable", "close", "records.learn"];

function methodsOf(value: object, at = ""): string[] {
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === "function" ? [`${at}${name}`] : methodsOf(part as object, `${at}${name}.`),
  );
}

it("keeps the port small: a new kind of record adds no method", () => {
  const store = createStore({
    endpoint: "http://127.0.0.1:1",
    region: "local",
    table: "t",
    credentials: LOCAL_CREDENTIALS,
  });
  const methods = methodsOf(store).filter((name) => !OWN.includes(name));
  store.close();
  expect(methods).toHaveLength(48);
});
