export { percent } from "../../../../domain/base/words/percent.ts";
