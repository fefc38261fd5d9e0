import fc from "fast-check";
import { expect, test } from "vitest";
import { frameOf, readFrames } from "../../../infra/tasks/frames.task.ts";

async function* cut(bytes: Buffer, places: number[]) {
  let from = 0;
  for (const to of [...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

test("Values arrive as they were sent, wherever a pipe cuts them.", async () => {
  const value = fc.oneof(fc.jsonValue(), fc.uint8Array(), fc.record({ bytes: fc.uint8Array(), text: fc.string() }));
  const lists = fc.array(value, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lists, fc.array(fc.nat(), { maxLength: 20 }), async (values, places) => {
      const bytes = Buffer.concat(values.flatMap((each) => frameOf(each)));
      expect(await Array.fromAsync(readFrames(cut(bytes, places), 1_000_000))).toEqual(values);
    }),
  );
});

test("A value that is larger than agreed is refused when its length is known.", async () => {
  const [head] = frameOf("a".repeat(1_000));
  await expect(Array.fromAsync(readFrames(cut(head, []), 999))).rejects.toThrow("more than 999");
});
