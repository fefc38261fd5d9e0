export { CONCLUSION_WORDS } from "../../../../domain/show/report/conclusion-words.report.ts";
