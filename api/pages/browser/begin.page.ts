/** How every page of its own begins: for somebody who may read it, and else with the form for a key. */
import { Refusal } from "./base/api.page-base.ts";
import { showFailure } from "./failure.ts";
import { askForKey, readSession, type Session, showMasthead } from "./session.page.ts";

/**
 * Shows the masthead, then fills `#content`. What `fill` throws takes the place of the page; `noun` names what a 404 did not
 * find.
 */
export async function beginPage(
  noun: string,
  fill: (place: HTMLElement, session: Session) => Promise<void>,
): Promise<void> {
  const place = document.getElementById("content") as HTMLElement;
  try {
    const session = await readSession();
    showMasthead(session);
    if (!session.open && !session.signedIn) return askForKey(place);
    await fill(place, session);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return askForKey(place);
    showFailure(place, error, noun);
  }
}
