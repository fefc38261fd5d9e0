/** The pages that stand at the top of every page. */

export interface PageLink {
  title: string;
  address: `/${string}`;
}

/** In their order. `ofFeatures`: what features add. Keys are added for who may see them. */
export function navigationOf(ofFeatures: readonly PageLink[]): PageLink[] {
  return [
    { title: "Debates", address: "/debates" },
    ...ofFeatures,
    { title: "Guide", address: "/docs/guide/" },
    { title: "API", address: "/docs" },
  ];
}
