/** How a report looks: on a screen in light and dark, and on paper. It asks for nothing from elsewhere. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1d2329; --quiet: #5a6570; --page: #fdfdfc; --line: #d5d9dd; --quote: #f3f4f2; --mark: #2f6f8f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7ea; --quiet: #9da7b0; --page: #15191d; --line: #39424a; --quote: #1e2429; --mark: #79b8d6;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.6em 0 .5em; }
h1 { font-size: 1.8rem; margin-top: 0; }
h2 { font-size: 1.4rem; border-bottom: 1px solid var(--line); padding-bottom: .25em; margin-top: 2.2em; }
h3 { font-size: 1.1rem; color: var(--mark); }
h4 { font-size: 1rem; }
p { margin: .6em 0; }
em { color: var(--quiet); }
ul { padding-left: 1.25rem; }
blockquote { margin: .6em 0; padding: .4rem 1rem; background: var(--quote); border-left: 3px solid var(--mark); }
blockquote p { white-space: pre-wrap; }
.table { overflow-x: auto; margin: .8em 0; }
table { border-collapse: collapse; min-width: 100%; font-size: .9rem; overflow-wrap: normal; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
td { min-width: 7.5rem; max-width: 24rem; overflow-wrap: anywhere; }
th { background: var(--quote); }
.number { min-width: 0; text-align: right; font-variant-numeric: tabular-nums; }
@media print {
  :root { --text: #000; --quiet: #444; --page: #fff; --line: #999; --quote: #fff; --mark: #000; }
  main { max-width: none; padding: 0; }
  h1, h2, h3, h4 { break-after: avoid; }
  tr, li { break-inside: avoid; }
  .table { overflow: visible; }
}
`;
