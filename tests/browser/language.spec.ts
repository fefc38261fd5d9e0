/** A debate in German: its page, which stays English around the texts, and its report, which is German. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assessmentJson, verdictJson } from "../support/models/replies.ts";
import { debaters, requestOf } from "../support/world.ts";
import { openPart } from "./form-parts.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const TURN =
  "Ich gebe zu, dass Busse **Platz** brauchen. Aber Autos nehmen den Menschen in der Innenstadt mehr davon weg [reasoning].";
const REASONS = "Ada beantwortet die Frage nach dem Platz, Ben nicht.";

let stage: Stage;
let id: string;
beforeAll(async () => {
  stage = await startStage();
  id = await german({});
});
afterAll(() => stage.stop());

/** What models write is German; ids and flags are as they are. */
async function german(changes: object): Promise<string> {
  const inGerman = (json: string) => JSON.parse(json) as Record<string, unknown>;
  stage.world.models.use(
    debaters(["p1", "p2"], {
      turn: () => ({ text: TURN }),
      assess: () => ({ json: { ...inGerman(assessmentJson(["p1", "p2"])), reasoning: REASONS } }),
      rule: () => ({
        json: { ...inGerman(verdictJson(["p1", "p2"])), summary: "Es ging um den Platz.", reasoning: REASONS },
      }),
    }),
  );
  const judge = { model: "openai/judge", panel: ["openai/one", "anthropic/two"], bothOrders: true };
  const made = await stage.world.create(requestOf({ topic: "Sollten Städte Autos verbieten?", judge, ...changes }));
  await stage.world.finished(made.id);
  return made.id;
}

test("The page stays English and marks every text of a model as German, for screen readers.", async () => {
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByRole("heading", { name: "Ben argued better" }).waitFor();
  await page.locator("#g1-r2-t2 .prose strong").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  const languageOf = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((node: { closest(selector: string): { lang: string } | null }) => node.closest("[lang]")?.lang);
  expect(await languageOf("Ich gebe zu")).toBe("de");
  expect(await languageOf("Es ging um den Platz.")).toBe("de");
  expect(await page.locator("article.turn [lang=de] .prose").count()).toBe(4);
  expect(await languageOf("Round 1")).toBe("en");
  expect(await languageOf("The judge on round 1")).toBe("en");
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test.each([1280, 390])("The report is German at a width of %i, without a serious fault.", async (width) => {
  const viewport = { width, height: 900 };
  const { page, complaints, close } = await stage.open(`/v1/debates/${id}/transcript?as=html`, { viewport });
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    "Ben hat besser argumentiert",
    "In Bildern",
    "Kosten",
    "Über diese Debatte",
    "Runde 1 von 2",
    "Runde 2 von 2",
  ]);
  // What the code wrote when the debate was created is English.
  expect(await page.locator("[lang]:not(html):not(.notices li)").count()).toBe(0);
  expect(await page.locator(".notices li[lang=en]").count()).toBeGreaterThan(0);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("The form asks for the language, and shows at the field what is wrong with it.", async () => {
  const { page, close } = await stage.open("/debates/new");
  await page.getByLabel("Topic").fill("Sollten Städte Autos verbieten?");
  await openPart(page, "Background");
  await page.getByRole("textbox", { name: "Language" }).fill("Deutsch");
  await page.getByText("must be the BCP-47 tag of a language, such as de, pt-BR or zh-Hant").first().waitFor();
  await page.getByRole("textbox", { name: "Language" }).fill("de-at");
  for (const seat of [0, 1]) await page.locator(`[name="participants/${seat}/model"]`).fill("openai/gpt-5.5");
  await page.getByLabel("Judge’s model").fill("openai/judge");
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  expect((await stage.world.debate(page.url().split("/").at(-1) ?? "")).language).toBe("de-AT");
  await close();
});
