// @ts-check
/** A link with which anybody may read this one debate, for a while. */
import { Refusal, send } from "./api.js";
import { html } from "./lib/lit-html/lit-html.js";
import { moment } from "./words.js";

const LENGTHS = /** @type {const} */ ([
  [3_600, "an hour"],
  [86_400, "a day"],
  [604_800, "a week"],
  [2_592_000, "30 days"],
]);

/** @param {string} api The debate's address. */
export function shareView(api) {
  /** @param {SubmitEvent} event */
  const make = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const output = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("link"));
    try {
      const expiresInSeconds = Number(new FormData(form).get("length"));
      const { url, expiresAt } = await send(`${api}/shares`, { expiresInSeconds });
      field.value = new URL(url, location.href).href;
      field.hidden = false;
      field.select();
      output.value = `Good until ${moment(expiresAt)}, for this debate alone, and only to read.`;
    } catch (error) {
      output.value = error instanceof Refusal ? error.message : "The server can not be reached.";
    }
  };
  return html`<details class="share"><summary>Share this debate</summary>
    <form @submit=${make}><div class="row"><label>A link that is good for<select name="length">${LENGTHS.map(
      ([seconds, words]) => html`<option value=${seconds}>${words}</option>`,
    )}</select></label><button type="submit">Make the link</button></div>
    <input name="link" readonly hidden aria-label="The link"><output></output></form></details>`;
}
