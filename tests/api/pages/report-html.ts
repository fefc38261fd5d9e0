/** What a test looks for in the HTML of a report. */

/** All tags of a page, with their attributes. Our own text never has a bare `<`, so this finds every one. */
export const tags = (html: string) => html.match(/<[^>]*>/g) ?? [];
export const namesOf = (html: string) => new Set(tags(html).map((tag) => /^<[/!]?(\w+)/.exec(tag)?.[1]));
export const body = (html: string) => html.slice(html.indexOf("<body"));
/** What a reader sees, in one line. */
export const wordsOf = (html: string) =>
  body(html)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

/** All that may stand in a report, whoever wrote it. */
export const TAGS = new Set(
  `a article bdi blockquote body br caption circle code dd del details div dl doctype dt em figcaption figure g h1 h2 h3
  h4 h5 h6 head header hr html li line main mark meta ol p path polyline pre rect section span strong style summary svg table
  tbody td text th thead title tr ul`.split(/\s+/),
);
