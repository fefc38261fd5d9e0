import { expect, test } from "vitest";
import { temporaryFolder } from "./folders.ts";
import { findTestServer } from "./servers/test-server.ts";

test("Where there is no Java, the reason is named, and nothing is downloaded.", async () => {
  await using stack = new AsyncDisposableStack();
  const XDG_CACHE_HOME = await temporaryFolder(stack);
  await expect(findTestServer({ PATH: "", XDG_CACHE_HOME })).rejects.toThrow("`java` is not on PATH");
});
