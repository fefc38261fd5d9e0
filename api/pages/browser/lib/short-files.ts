export { areShort, charactersIn } from "../../../../domain/files/short.ts";
