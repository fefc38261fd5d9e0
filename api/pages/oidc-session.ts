/**
 * Sign in at the OIDC issuer: `/session/sign-in` sends the browser there, `/session/callback` is where it comes back and
 * gets the session that a key would get. Neither changes anything that needs a permission.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Gate } from "../access/auth.access.ts";
import type { OidcSignIn } from "../access/oidc-sign-in.ts";
import { createSeal } from "../access/seal.ts";
import { giveSession, isSecure } from "../access/sessions.ts";
import type { App, AppEnv, Caller } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { sendHtmlPage } from "../http/html-page.ts";

const COOKIE = "parley_sign_in";
const FOLDER = "/session";
const CALLBACK = `${FOLDER}/callback`;
/** How long somebody may take at the issuer's page. */
const SIGN_IN_SECONDS = 600;
const STATE_BYTES = 32;

export function registerOidcSession(app: App, services: Services, gate: Gate): void {
  const { settings } = services;
  const seal = createSeal(settings.secret, "parley sign-in");
  const redirectUriFor = (c: Context<AppEnv>) => new URL(CALLBACK, settings.publicUrl ?? c.req.url).href;

  app.get(`${FOLDER}/sign-in`, async (c) => {
    const state = randomBytes(STATE_BYTES).toString("base64url");
    const page = await requireSignIn(gate).begin({ state, redirectUri: redirectUriFor(c) });
    const value = seal.close({
      of: [state, pathIn(c.req.query("to"))],
      until: services.now().getTime() + SIGN_IN_SECONDS * 1000,
    });
    // Not `Strict`: the browser comes back from the issuer's site.
    const secure = isSecure(c, settings);
    setCookie(c, COOKIE, value, { httpOnly: true, sameSite: "Lax", path: FOLDER, maxAge: SIGN_IN_SECONDS, secure });
    return c.redirect(page.href);
  });

  app.get(CALLBACK, async (c) => {
    const signIn = requireSignIn(gate);
    const { of: [state, to = "/debates"] = [] } = seal.open(getCookie(c, COOKIE) ?? "", services.now()) ?? {};
    deleteCookie(c, COOKIE, { path: FOLDER });
    if (state === undefined)
      return showFailure(c, "this browser has not begun to sign in, or took longer than 10 minutes");
    const parameters = new URL(c.req.url).searchParams;
    try {
      const caller = await signIn.finish({ state, redirectUri: redirectUriFor(c), parameters });
      giveSession(c, gate.sessions.begin({ user: userOf(caller, settings.oidc?.issuer) }, services.now()), settings);
      return c.redirect(to);
    } catch (error) {
      if (error instanceof ParleyError && error.code === "unauthorized") return showFailure(c, error.message);
      throw error;
    }
  });
}

function requireSignIn({ signIn }: Gate): OidcSignIn {
  if (signIn) return signIn;
  throw new ParleyError("not-found", "users cannot sign in at an issuer here: set OIDC_ISSUER and OIDC_CLIENT_ID");
}

function userOf({ tenant, scopes, holder }: Caller, issuer = "") {
  return { subject: holder?.id ?? "", tenant, scopes, issuer };
}

/** A page of ours. The address comes from outside, so it must not lead to another site. */
function pathIn(to = "/debates"): string {
  const here = "http://here";
  const url = URL.canParse(to, here) ? new URL(to, here) : null;
  const isPage = url?.origin === here && /^\/(debates|keys)(\/|$)/.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}` : "/debates";
}

function showFailure(c: Context<AppEnv>, reason: string): Response | Promise<Response> {
  const body = html`<h1>You are not signed in</h1>
<p>The reason: ${reason}.</p>
<p><a href="/debates">Try again</a></p>`;
  return sendHtmlPage(c, { title: "You are not signed in", body, status: 401 });
}
