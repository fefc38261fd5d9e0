export { percent } from "../../../../domain/base/words/percent.words.ts";
