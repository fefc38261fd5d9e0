/** Pages of HTML as text: what stands apart is no one word, and what belongs together stays together. */
import { expect, test } from "vitest";
import { tidy } from "../../../domain/shapes/files/tidy.ts";
import { htmlText } from "../../../features/files/api/read/html.ts";

const read = (html: string) => tidy(htmlText(html));

test.each([
  ["a group's name", "<fieldset><legend>Tolls</legend>in Rome</fieldset>", "Tolls\n\nin Rome"],
  ["centred lines", "one<center>two</center>three", "one\n\ntwo\n\nthree"],
  ["menus", "<menu><li>one</li><li>two</li></menu>three", "- one\n\n- two\n\nthree"],
  ["buttons", "<button>Yes</button><button>No</button>", "Yes No"],
  ["fields", "Name<input>Town<textarea>Rome</textarea>now<select><option>a</select>end", "Name Town Rome now end"],
  ["pictures", "before<img src=x>after<svg><text>x</text></svg>end", "before after end"],
  ["films and frames", "one<video>no film</video>two<iframe></iframe>three", "one two three"],
  ["spans that a style sets apart", '<span style="color:red;display: block">one</span>two', "one\n\ntwo"],
  ["cells and lines", "<table><tr><td>one</td><td>two</td></tr></table>three<br>four", "| one | two\n\nthree\nfour"],
])("%s stand apart", (_, html, text) => {
  expect(read(html)).toBe(text);
});

test.each([
  ["letters in bold", "t<b>ol</b>l", "toll"],
  ["a span with another style", '<span style="color:blocked">to</span>ll', "toll"],
  ["a script and a place for a break", "to<script>x()</script>l<wbr>l", "toll"],
  ["readings", "<ruby>都<rp>(</rp><rt>to</rt><rp>)</rp></ruby>心", "都(to)心"],
])("%s are within a word", (_, html, text) => {
  expect(read(html)).toBe(text);
});
