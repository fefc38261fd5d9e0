/** The file sets a global and exports nothing. */
export type { default } from "dompurify";
