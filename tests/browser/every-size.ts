/** A page on a desk and on a phone, in light and dark: it fits, complains of nothing, and axe finds no fault. */
import { expect } from "vitest";
import { seriousFaults } from "./pages/axe.ts";
import type { Stage } from "./stage.ts";

type Opened = Awaited<ReturnType<Stage["open"]>>;

export async function inEverySize(
  stage: Stage,
  address: string,
  check: (opened: Opened) => Promise<void>,
): Promise<void> {
  for (const width of [1280, 390]) {
    const opened = await stage.open(address, { viewport: { width, height: 900 } });
    const { page, complaints, close } = opened;
    await check(opened);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await seriousFaults(page)]).toEqual([colorScheme, []]);
    }
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}${address}-${width}.png`, fullPage: true });
    expect(complaints).toEqual([]);
    await close();
  }
}
