import type { Page, Route } from "playwright";
import { expect } from "vitest";
import { watchFor } from "./watch-for.ts";

/** What never happens to somebody whose connection is gone. */
export async function expectScreenStays(page: Page): Promise<void> {
	expect(await page.locator("#main").count()).toBe(1);
	const shown = await page.locator("body").textContent();
	expect(shown).not.toContain("Что-то сломалось");
	expect(shown).not.toContain("Страница не открылась");
	expect(shown).not.toContain("Internal Server Error");
}

export const line = (page: Page, text = "Нет соединения") =>
	page.locator(".connection-region[role=status]", { hasText: text });
/** To be called before the connection is back. @returns waits until the page has said that it is */
export const watchForReturn = (page: Page) =>
	watchFor(page, ".connection-region", "Соединение восстановлено");

/** A proxy that has lost its server. */
export const badGateway = (route: Route) =>
	route.fulfill({ status: 502, contentType: "text/html", body: "<html><body>502 Bad Gateway</body></html>" });

/** The forms that a page sends to an address and whether the server gets them; what is sent is written down. */
export async function loseAnswersOf(page: Page, address: string, times: number): Promise<URLSearchParams[]> {
	const sent: URLSearchParams[] = [];
	let left = times;
	await page.route(address, async (route) => {
		const request = route.request();
		if (request.method() !== "POST") return route.fallback();
		sent.push(new URLSearchParams(request.postData() ?? ""));
		if (left-- <= 0) return route.fallback();
		// The server takes it, and nobody hears the answer.
		await route.fetch({ maxRedirects: 0 });
		await route.abort("connectionreset");
	});
	return sent;
}
