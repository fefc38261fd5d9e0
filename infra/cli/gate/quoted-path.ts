/** Paths as git writes them: in quotes, with C's escapes, where they have quotes, line breaks or other than ASCII. */

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/**
 * The path itself.
 *
 * @example
 * unquotedPath('"a/caf\\303\\251 \\"x\\".ts"') // → 'a/café "x".ts'
 */
export function unquotedPath(name: string): string {
  const quoted = /^"(.*)"\t?$/.exec(name)?.[1];
  if (quoted === undefined) return name;
  const bytes: Buffer[] = [];
  for (const [piece, octal, escape] of quoted.matchAll(/\\([0-7]{3})|\\([abtnvfr"\\])|[^\\]+|\\/g)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8) & 0xff]));
    else if (escape !== undefined) bytes.push(Buffer.from([ESCAPES[escape] ?? 0]));
    else bytes.push(Buffer.from(piece));
  }
  return Buffer.concat(bytes).toString("utf8");
}
