/** The page that compares two debates, or a debate with another judge's ruling on it, as `j1`. */
export function compareAddress(first: string, second: string) {
  return `/debates/${first}/compare/${second}`;
}
