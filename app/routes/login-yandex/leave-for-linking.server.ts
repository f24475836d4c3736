import { createHash } from "node:crypto";
import { href, redirect } from "react-router";
import { yandexCookie } from "../../accounts/http/cookies.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { continueLinking } from "../../accounts/yandex/begin-oauth.server.ts";
import { db } from "../../platform/db/service.server.ts";
import type { Account } from "../../platform/http/context.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";

/**
 * Sends the browser to Yandex after the form of `/account`, by a page that opens the next one. For Chromium a
 * redirect would still belong to the form's navigation, and `form-action` would have to name every host that Yandex
 * redirects over (its passport, its single sign-on), which are unknown here.
 */
export async function leaveForLinking(request: Request, account: Account | null): Promise<Response> {
	const stateToken = yandexCookie.read(request);
	const address =
		account && (await continueLinking(db(), accountSettings(), { stateToken, accountId: account.id }));
	if (!address) return redirect(href("/account"), { headers: PRIVATE });
	return new Response(leavingPage(address), {
		headers: {
			...PRIVATE,
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": POLICY,
			Refresh: `0; url=${address}`,
		},
	});
}

// The page before has a view transition into this one; without the opt-in it would be aborted with an error.
const STYLE = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Without `sandbox`, under which a page may not navigate by itself. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const ENTITIES: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function leavingPage(address: string): string {
	const link = address.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? "");
	return `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Яндекс ID</title><style>${STYLE}</style><p><a href="${link}">Перейти в Яндекс ID</a>`;
}
