export { CONCLUSION_WORDS } from "../../../../domain/show/export/conclusion-words.ts";
