/** Users who sign in on the page at an OIDC issuer of another site. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLIENT_ID } from "../support/servers/code-flow.ts";
import { type Issuer, startIssuer } from "../support/servers/issuer.ts";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const ANNA = { access: { tenant: "acme", scope: "openid read write" } };

let issuer: Issuer;
let stage: Stage;
beforeAll(async () => {
  // Another name than the pages have, so that the way back comes from another site.
  issuer = await startIssuer({ host: "localhost" });
  const client = { clientId: CLIENT_ID, clientSecret: null, scopes: "openid read write admin" };
  const oidc = { issuer: issuer.url, audience: "parley", tenantClaim: "tenant", client };
  stage = await startStage(undefined, { oidc });
});
afterAll(async () => {
  await stage.stop();
  await issuer.stop();
});

test("A user signs in at the issuer, is back on the same page, starts a debate, and signs out.", async () => {
  issuer.user(ANNA);
  stage.world.models.use(debaters(["p1", "p2"]));
  const { page, context, complaints, close } = await stage.open("/debates?tag=cities");
  const signIn = page.getByRole("link", { name: `Sign in at ${new URL(issuer.url).host}` });
  await signIn.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await signIn.click();
  await page.getByText("No debate fits.").waitFor();
  expect(page.url()).toBe(`${stage.world.url}/debates?tag=cities`);
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ name: "parley_session", httpOnly: true, sameSite: "Strict" }]);
  expect(await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
  expect(await page.getByRole("link", { name: "Keys" }).count()).toBe(0);
  const made = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch("/v1/debates", { method: "POST", headers, body: JSON.stringify(body) });
      return response.status;
    },
    requestOf({ maxRounds: 1, tags: ["cities"] }),
  );
  expect(made).toBe(201);
  await page.reload();
  await page.getByRole("link", { name: "Should cities ban cars?" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn.waitFor();
  expect(await context.cookies()).toEqual([]);
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
  await close();
});

test("A user whom the issuer refuses reads why, and can try again.", async () => {
  issuer.user(null);
  const { page, context, close } = await stage.open("/debates");
  await page.getByRole("link", { name: /^Sign in at/ }).click();
  await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
  await page.getByText("access_denied").waitFor();
  expect(await context.cookies()).toEqual([]);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByLabel("API key").waitFor();
  await close();
});
