import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDoor } from "../../../api/places/door.ts";

test("Work begins after a turn in which nobody came, for all who wait for it.", async () => {
  // However slow the machine is, the time is not up.
  const door = createDoor({ longestMs: 60_000 });
  const begun: string[] = [];
  const work = ["a", "b"].map((name) => door.quiet().then(() => begun.push(name)));
  for (let n = 0; n < 5; n++) {
    door.come({});
    await setImmediate();
    expect(begun).toEqual([]);
  }
  await Promise.all(work);
  expect(begun).toEqual(["a", "b"]);
});

test("Work begins although others never cease to come.", async () => {
  const door = createDoor();
  let isOver = false;
  const come = () => {
    door.come({});
    if (!isOver) globalThis.setImmediate(come);
  };
  come();
  expect(await door.quiet()).toBeUndefined();
  isOver = true;
  expect(isOver).toBe(true);
});

test("Further requests of one connection keep no work waiting.", async () => {
  const door = createDoor();
  const connection = {};
  door.come(connection);
  const begun = door.quiet().then(() => "begun");
  door.come(connection);
  await setImmediate();
  door.come(connection);
  expect(await Promise.race([begun, setImmediate("waits")])).toBe("begun");
});
