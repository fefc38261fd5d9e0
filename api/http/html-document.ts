/** What is the same in every HTML document of ours. `html` escapes every value. */
import { html } from "hono/html";

export type Markup = ReturnType<typeof html>;

/** `head`: what follows the title. `body`: with its own tag. */
export function htmlDocument({ title, head, body }: { title: string; head: Markup; body: Markup }): Markup {
  return html`<!doctype html>
<html lang="en">
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
