import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { RouterContextProvider } from "react-router";
import { i18nMiddleware } from "../../app/i18n/middleware.server.ts";
import { i18nOptions } from "../../app/i18n/options.server.ts";
import { texts } from "../../app/i18n/ru/index.ts";
import { type Account, accountContext } from "../../app/platform/http/context.server.ts";

export const ANNA: Account = {
	id: "anna",
	email: "anna@pochta.ru",
	name: null,
	role: null,
	defaultModel: null,
};

const i18n = createInstance();
await i18n.use(initReactI18next).init(i18nOptions(texts));

/** The element as the server writes it, with the words of the site, and its text with plain spaces. */
export function page(element: ReactNode) {
	const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);
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
	await i18nMiddleware(args as unknown as Parameters<typeof i18nMiddleware>[0], async () => new Response());
	return args;
}
