/** What documents write where a reader's own value belongs: `YOUR_OPENAI_KEY`, `prl_YOUR_KEY`, `<key>` and dots. */
const PLACEHOLDER = /(?:^|[^A-Za-z])YOUR[_-]|^<[^<>]*>$|…|\.\.\.$/i;
/** Random keys and tokens are longer, and might have these letters somewhere. */
const LONGEST = 40;

/** True for a value that was pasted from a document and not replaced. */
export function isPlaceholder(value: string): boolean {
  return value.length <= LONGEST && PLACEHOLDER.test(value);
}
