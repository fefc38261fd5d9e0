/** The order of files where nobody has taken their time yet, as in CI: Vitest starts the largest first, and some small ones take long. */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG } from "./parts.ts";

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is no array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
