import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { RouterContextProvider } from "react-router";
import { siteTexts } from "../../app/i18n/site-texts.server.ts";
import { type Account, accountContext } from "../../app/platform/http/context.server.ts";

export const ANNA: Account = {
	id: "anna",
	email: "anna@pochta.ru",
	name: null,
	role: null,
	defaultModel: null,
};

/** The element as the server writes it, with the words of the site, and its text with plain spaces. */
export function page(element: ReactNode) {
	const html = renderToStaticMarkup(<I18nextProvider i18n={siteTexts}>{element}</I18nextProvider>);
	const text = html
		.replace(/<style[^>]*>.*?<\/style>/gs, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, "<")
		.replace(/\s+/g, " ");
	return { html, text };
}

/** What a loader gets: a request, and the context that the root's middleware has filled. */
export async function asked(path: string, account: Account | null = null) {
	const request = new Request(new URL(path, "http://localhost:3000"));
	const context = new RouterContextProvider();
	context.set(accountContext, account);
	const args = { request, context, params: {}, url: new URL(request.url), unstable_pattern: "" };
	return args;
}
