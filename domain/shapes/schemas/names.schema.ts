/** Names that no key may have. */

/**
 * Names that every object has, such as `constructor`, and those that merge patches and `JSON.stringify` treat specially.
 *
 * @example
 * isReservedName("constructor") // → true
 * isReservedName("Ada") // → false
 */
export function isReservedName(name: string): boolean {
  return name in Object.prototype || name === "prototype" || name === "toJSON";
}

/** Why such a name is refused. */
export const RESERVED = "is a reserved name: choose another";
