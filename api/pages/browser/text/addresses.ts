/** The page that compares two debates. */
export function compareAddress(first: string, second: string) {
  return `/debates/${first}/compare/${second}`;
}
