/** The file sets a global and exports nothing. */
import type Purify from "dompurify";

declare global {
  const DOMPurify: typeof Purify;
}
