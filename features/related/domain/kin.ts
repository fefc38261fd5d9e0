/** Debates that were made from one another. */

export interface Relative {
  id: string;
  /** Ids of debates that it came from, or that came from it. */
  kin: readonly string[];
}

/** Ids of the debate and of all that are its kin, also by others of these. */
export function familyOf(own: Relative, others: readonly Relative[]): Set<string> {
  const kin = new Map<string, Set<string>>();
  const join = (one: string, other: string) => kin.set(one, (kin.get(one) ?? new Set()).add(other));
  for (const { id, kin: its } of [own, ...others])
    for (const other of its) {
      join(id, other);
      join(other, id);
    }
  const family = new Set([own.id]);
  for (const id of family) for (const other of kin.get(id) ?? []) family.add(other);
  return family;
}
