/** Where a program reads the whole of a debate: the resources with its transcript. */

const KINDS = [
  { ending: "", title: "The result and every turn", mimeType: "text/markdown" },
  { ending: ".json", title: "The whole result and everything that is stored, as JSON", mimeType: "application/json" },
];

export function transcriptUri(id: string): string {
  return `parley://debates/${id}/transcript`;
}

/** For the content of a tool's result. */
export function transcriptLinks(id: string) {
  return KINDS.map(({ ending, title, mimeType }) => {
    return {
      type: "resource_link" as const,
      uri: `${transcriptUri(id)}${ending}`,
      name: `${id}${ending}`,
      title,
      mimeType,
    };
  });
}
