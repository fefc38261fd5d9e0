/** The guide's pages in the order in which one reads them. */

/** Names of pages, as `guideFiles` has them. A page below another one, such as `design/storage`, is listed with it. */
export const CONTENTS: Record<string, string[]> = {
  Begin: ["", "install", "glossary"],
  Debates: ["formats", "judging", "auditing", "material", "tools", "limits-and-costs", "presets", "receipts"],
  "Ways in": ["clients", "typescript", "python", "api", "openai", "mcp", "agui", "a2a", "gate"],
  Measure: ["experiments", "vote-or-debate"],
  "Run it": [
    "configuration",
    "providers",
    "operations",
    "traces",
    "growing",
    "kubernetes",
    "backup",
    "aws",
    "versions",
    "changelog",
    "security",
  ],
  "Look inside": ["architecture", "contributing", "testing", "design/"],
};

/** Lists that nobody reads from the beginning: found by search and by links. */
export const ASIDE = /^prompts\//;
