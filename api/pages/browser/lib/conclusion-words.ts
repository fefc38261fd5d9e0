export { CONCLUSION_WORDS } from "../../../../domain/export/conclusion-words.ts";
