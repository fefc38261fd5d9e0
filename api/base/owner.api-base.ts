/** Whose request it is, for everything that requests share: tenants first, then the keys of each. */
export interface Owner {
  tenant: string;
  /** A key, a token's subject or a share link. null: the only user of an install without keys, or the server itself. */
  key: string | null;
}

export const SERVER: Owner = { tenant: "", key: null };
