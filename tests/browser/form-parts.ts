/** Ways through the form of a debate. */
import type { Page } from "playwright-core";

/** Opens a part below the questions, such as `Rounds`. One that is open stays so. */
export async function openPart(page: Page, noun: string): Promise<void> {
  const part = page.locator(".parts > details", {
    has: page.locator("summary strong", { hasText: new RegExp(`^${noun}$`) }),
  });
  await part.waitFor();
  if (!(await part.evaluate((details) => (details as unknown as { open: boolean }).open)))
    await part.locator("> summary").click();
}

/** `name`: as a request has it, or `auto`. */
export async function chooseFormat(page: Page, name: string): Promise<void> {
  await openPart(page, "Format");
  await page.locator(`input[name="format"][value="${name}"]`).check();
}
