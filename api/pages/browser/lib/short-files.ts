export { areShort, charactersIn } from "../../../../domain/shapes/files/short.ts";
