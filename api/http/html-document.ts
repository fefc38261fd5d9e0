/** What is the same in every HTML document of ours. `html` escapes every value. */
import { html } from "hono/html";

export type Markup = ReturnType<typeof html>;

export interface HtmlDocument {
  title: string;
  /** What follows the title. */
  head: Markup;
  /** With its own tag. */
  body: Markup;
  /** Classes of the whole document, for its style: a selector that looks for them inside of it would be tried at each change. */
  kind?: string;
}

export function htmlDocument({ title, head, body, kind }: HtmlDocument): Markup {
  return html`<!doctype html>
<html lang="en"${kind ? html` class="${kind}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
${body}
</html>`;
}
