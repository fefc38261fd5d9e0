/** Pages whose text was not read, as people read it. */
import { expect, test } from "vitest";
import { unreadText } from "../../../domain/shapes/files/unread.files.ts";

test("Pages are named in ranges, and only the first of many.", () => {
  expect(unreadText()).toBe("");
  expect(unreadText([4])).toBe("the text of page 4 was not read");
  expect(unreadText([4, 5])).toBe("the text of pages 4-5 was not read");
  expect(unreadText([1, 3, 4, 5, 9])).toBe("the text of pages 1, 3-5 and 9 was not read");
  const odd = Array.from({ length: 500 }, (_, i) => 2 * i + 1);
  expect(unreadText(odd)).toBe("the text of pages 1, 3, 5, 7, 9, 11, 13, 15 and others was not read");
});
