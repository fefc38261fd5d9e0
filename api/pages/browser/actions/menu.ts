/** The dialog of everything that a reader can do with a debate. Loaded when it is opened. */

import { Refusal, read } from "../base/api.page-base.ts";
import { refocus } from "../base/focus.ts";
import { whenQuiet } from "../base/when-quiet.ts";
import { goTo, type Problems, placedIn } from "../form/problems.form.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { copied } from "../text/clipboard.ts";
import { formOf } from "../text/form-of.ts";
import { capital, fieldOf } from "../text/words.page-text.ts";
import { ACTIONS } from "./actions.features.ts";
import { createDialog, DIALOG_TITLE } from "./dialog.action.ts";
import { FORK } from "./fork.action.ts";
import { RATE, REJUDGE } from "./judging.ts";
import { askForNotices, canNotify } from "./notices.ts";
import { isOver, type Panel, type Subject } from "./panel.action.ts";
import { REMOVE } from "./remove.ts";
import { TWIN } from "./twin.action.ts";

const NONE = new Map<string, string>();
const DRAFTS = new Set(["configuring", "validating", "ready"]);

export function openActions(subject: Subject) {
  const { dialog, show, say } = createDialog();
  let isSigned = false;
  /** Of the panel that is open, another one at each opening; null: the menu is. */
  let opened: symbol | null = null;
  const menu = () => {
    opened = null;
    show(menuView({ subject, isSigned, open: (panel) => void open(panel), say }));
  };
  const back = () => {
    menu();
    dialog.querySelector<HTMLElement>("h2")?.focus();
  };
  const askForKeys = async () => {
    isSigned = await signs(subject);
    if (opened === null) menu();
  };
  const open = async (panel: Panel) => {
    say("Loading …");
    try {
      const loaded = await panel.load?.(subject);
      const own = Symbol();
      opened = own;
      let [problems, cost] = [NONE, nothing as unknown];
      const redraw = () => show(panelView({ panel, subject, loaded, back, say, problems, draw, cost, appraise }));
      const draw = (found: Map<string, string>) => {
        problems = found;
        redraw();
      };
      const { soon: appraise } = whenQuiet(async (isNewest) => {
        const form = dialog.querySelector("form");
        if (!panel.appraise || !form || opened !== own) return;
        const found = await panel.appraise(subject, new FormData(form), loaded);
        // The reader may have gone back to the menu.
        if (!isNewest() || opened !== own) return;
        cost = found;
        redraw();
      });
      redraw();
      dialog.querySelector<HTMLElement>("h2")?.focus();
      appraise();
    } catch (error) {
      say((error as Error).message);
    }
  };
  back();
  dialog.showModal();
  void askForKeys();
}

/** A receipt is for the owner, of a debate that is over, where the install has a key. */
async function signs(subject: Subject) {
  if (subject.shared || !isOver(subject)) return false;
  const set = await read<{ keys: unknown[] }>("/.well-known/parley-keys.json").catch(() => null);
  return set !== null && set.keys.length > 0;
}

interface Shown {
  subject: Subject;
  /** Shows words below. */
  say: (words: unknown) => void;
}

interface Opened extends Shown {
  panel: Panel;
  loaded: unknown;
  back: () => void;
  problems: Map<string, string>;
  draw: (problems: Map<string, string>) => void;
  cost: unknown;
  appraise: () => void;
}

function panelView({ panel, subject, loaded, back, say, problems, draw, cost, appraise }: Opened) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = formOf(event);
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button) button.disabled = true;
    say("");
    draw(NONE);
    try {
      const done = await panel.act(subject, new FormData(form), loaded);
      say(done);
      if (done !== null) subject.onChange();
    } catch (error) {
      const found = error instanceof Refusal ? error.errors.map(inRequest) : [];
      const placed = placedIn(form, found);
      draw(placed);
      say(
        refusedView(
          error as Error,
          found.filter(({ detail }) => ![...placed.values()].includes(detail)),
        ),
      );
      const [first] = placed.keys();
      if (first) goTo(form, `/${first}`);
    } finally {
      if (button) button.disabled = false;
      refocus(button);
    }
  };
  return html`<h2 id=${DIALOG_TITLE} tabindex="-1">${panel.title}</h2>
    <form @submit=${submit} @input=${appraise}>${panel.view(subject, loaded, problems)}
      ${panel.appraise ? html`<div class="estimate" role="status">${cost}</div>` : nothing}
      <output aria-live="polite"></output>
      <div class="row"><button type="submit">${panel.label}</button><button type="button" class="plain" @click=${back}>Back</button></div>
    </form>`;
}

/** The changes of a fork are parts of a request. */
function inRequest({ pointer, detail }: Problems[number]) {
  return { pointer: pointer.replace(/^\/changes/, ""), detail };
}

/** Why it was refused, with what stands at no field. */
function refusedView({ message }: Error, unplaced: Problems) {
  return html`<span class="fault">${capital(message)}${unplaced.map(({ pointer, detail }) => html`<br>${fieldOf(pointer)}: ${detail}`)}</span>`;
}

interface Menu extends Shown {
  /** There are receipts. */
  isSigned: boolean;
  open: (panel: Panel) => void;
}

function menuView({ subject, isSigned, open, say }: Menu) {
  const opening = (panel: Panel, name: string, words: string) =>
    deed(html`<button type="button" class="plain" @click=${() => open(panel)}>${name} …</button>`, words);
  const { debate, api, canWrite, shared } = subject;
  const over = isOver(subject);
  const mayAct = canWrite && !DRAFTS.has(debate.status);
  return html`<h2 id=${DIALOG_TITLE} tabindex="-1">Actions</h2>
    ${group("Read and keep", [
      deed(
        html`<a href=${`${api}/transcript?as=html`} target="_blank" rel="noopener">Report</a>`,
        "The whole debate on one page, to print or to save",
      ),
      deed(
        html`<a href=${`${api}/transcript?as=md`} download=${`${debate.id}.md`}>Markdown</a>`,
        "The report as a text file",
      ),
      deed(
        html`<a href=${`${api}/transcript?as=json`} download=${`${debate.id}.json`}>JSON</a>`,
        "All data; Parley can import it again",
      ),
      isSigned
        ? deed(
            html`<a href=${`${api}/transcript?as=receipt`} download=${`${debate.id}.receipt.json`}>Receipt</a>`,
            "All data, signed: whoever has it can check it",
          )
        : nothing,
      deed(
        html`<a href=${`${location.pathname}/stage`}>Audience view</a>`,
        "Large text without controls, for a screen in a room",
      ),
      deed(
        html`<button type="button" class="plain" @click=${() => void copyLink(say)}>Copy link</button>`,
        shared ? "This page’s address" : "For people who can sign in here; to show it to others, share it",
      ),
      debate.links.temporal
        ? deed(
            html`<a href=${debate.links.temporal} target="_blank" rel="noopener">Open in Temporal</a>`,
            "The steps of its workflow",
          )
        : nothing,
      canWrite && !over && canNotify
        ? deed(
            html`<button type="button" class="plain" @click=${() => void notify(say)}>Notify me</button>`,
            "A notification when the debate waits for its owner",
          )
        : nothing,
    ])}
    ${
      shared
        ? nothing
        : group("Go on from here", [
            canWrite
              ? deed(
                  html`<a href=${`/debates/new?from=${debate.id}`}>Duplicate and edit</a>`,
                  "A new debate from the same form, filled in",
                )
              : nothing,
            mayAct ? opening(FORK, "Fork", "Continue from one of its rounds in another way") : nothing,
            canWrite ? opening(TWIN, "Twin", "The same debate with its sides swapped") : nothing,
            ...Object.entries(ACTIONS).map(([name, { panel, words }]) => opening(panel, name, words)),
          ])
    }
    ${
      canWrite && over
        ? group("Judge", [
            debate.judge ? opening(REJUDGE, "Ask another judge", "Another model rules on the same turns") : nothing,
            opening(RATE, "Rate", "One to five stars, with a comment"),
          ])
        : nothing
    }
    ${canWrite && over ? group("Remove", [opening(REMOVE, "Delete", "Erases the debate and everything stored for it")]) : nothing}
    <output aria-live="polite"></output>
    <form method="dialog"><button>Close</button></form>`;
}

function group(name: string, deeds: unknown[]) {
  return html`<h3>${name}</h3><ul class="deeds">${deeds}</ul>`;
}

function deed(control: unknown, words: string) {
  return html`<li>${control} <span class="quiet">${words}</span></li>`;
}

async function copyLink(say: Shown["say"]) {
  const address = location.origin + location.pathname;
  say(
    (await copied(address))
      ? "Copied."
      : html`Copy it from here: <input readonly aria-label="The link" value=${address}>`,
  );
}

async function notify(say: Shown["say"]) {
  say(await askForNotices());
}
