import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderReport } from "../../../api/pages/report/report.report-page.ts";
import { runs } from "../../support/debates/runs.ts";
import { debateOf } from "../../support/debates/transcripts.ts";
import { config, exportOf, written } from "./report-exports.ts";
import { body, namesOf, TAGS, tags } from "./report-html.ts";

function expectHarmless(html: string): void {
  expect(namesOf(html).difference(TAGS)).toEqual(new Set());
  const all = tags(body(html));
  const active = /\s(?:on\w+|style|src|srcdoc|srcset|action|formaction|xlink:href)\s*=/i;
  expect(all.filter((tag) => active.test(tag))).toEqual([]);
  const outward = all.filter((tag) => /\shref="(?!#)[^"]*"/.test(tag));
  const harmless = /^<a href="(?:https?:|mailto:)[^"]*" rel="noopener noreferrer nofollow" target="_blank">$/;
  expect(outward.filter((tag) => !harmless.test(tag))).toEqual([]);
}

describe("what models and owners wrote in an HTML report", () => {
  it.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "</blockquote></main><style>body{display:none}</style>",
    "[click](javascript:alert(1)) ![x](http://tracker.example/x.png)",
    '[click](https://example.com/" onmouseover="alert(1)) <https://example.com/"onclick=x>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "<!-- & --> <![CDATA[ x ]]> &lt;b&gt; &#60;script>",
    "</title><base href=//evil.example>",
    "</style><script>",
    "<iframe srcdoc='<script>parent.x</script>'></iframe><form action='//evil.example'><button>x</button></form>",
    "| a | b |\n| --- | --- |\n| 1 | <b onclick='x'>2</b> |",
    "<!--lit-part-->x<!--/lit-part-->",
    "wide".repeat(12_500),
  ])("makes no tag, no handler and no address of its own: %.60j", async (text) => {
    expectHarmless(await renderReport(written(() => text)));
  });

  it("is harmless whatever it is made of", async () => {
    const pieces = `< > " ' & &lt; script </p> <!-- --> = \\ \` [ ]( ) javascript: https://a.example ** | \n\n > - # onclick= <a`;
    const hostile = fc
      .array(fc.constantFrom(...pieces.split(" "), " ", "\n"), { minLength: 1, maxLength: 12 })
      .map((parts) => `x${parts.join("")}`);
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => expectHarmless(await renderReport(written(() => text)))),
      { numRuns: runs(60) },
    );
  });

  it("loses the control characters that HTML does not allow, and nothing else", async () => {
    const debate = debateOf(config, { topic: "a\u0000b\u001Bc\td é🙂" });
    expect(await renderReport(exportOf({ debate }))).toContain('<h1 dir="auto">a\uFFFDb\uFFFDc\td é🙂</h1>');
  });

  it("may turn the direction of writing inside its own element only", async () => {
    const html = body(await renderReport(written(() => "\u202Eabc")));
    const places = [...html.matchAll(/\u202E/g)].map(({ index }) => html.slice(html.lastIndexOf("<", index), index));
    expect(places.length).toBeGreaterThan(30);
    const apart =
      /^<(bdi|p|li|td|th|dd|dt|h\d|div|strong|summary|caption|text|span class="(name|quiet|ballot)[^"]*"|span .*dir="auto")(?=[ >])/;
    expect(places.filter((place) => !apart.test(place))).toEqual([]);
  });
});
