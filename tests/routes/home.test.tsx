import type { ComponentProps } from "react";
import { afterAll, describe, expect, test } from "vitest";
import { paymentContext } from "../../app/billing/services.server.ts";
import { type ChatServices, chatServices } from "../../app/chat/services.server.ts";
import words from "../../app/i18n/ru/home.ts";
import Home, { loader, meta } from "../../app/routes/home.tsx";
import { ANNA, asked, page } from "./page.tsx";

// Without payments and without a model, as without settings.
paymentContext.provide(null);
const catalogue: ChatServices["catalogue"] = { source: "faq", models: [] };
chatServices.provide({ catalogue } as ChatServices);
afterAll(() => {
	chatServices.withdraw();
	paymentContext.withdraw();
});

type Loaded = Awaited<ReturnType<typeof loader>>;

async function open(account: typeof ANNA | null = null, other: Partial<Loaded> = {}) {
	const args = (await asked("/", account)) as unknown as Parameters<typeof loader>[0];
	const loaderData = { ...(await loader(args)), ...other };
	return { loaderData, ...page(<Home {...({ loaderData } as ComponentProps<typeof Home>)} />) };
}

const links = (html: string) => [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map((link) => link[1]);

describe("S-2.3 the landing page", () => {
	test("says what this is, in Russian, with one first heading (S-0.3)", async () => {
		const { html, text } = await open();
		expect(html.match(/<h1/g)).toHaveLength(1);
		expect(text).toContain("Понимает с полуслова. Отвечает по‑русски.");
		expect(text).toContain("Собеседник — чат с искусственным интеллектом.");
		expect(text).toContain("30 сообщений в сутки бесплатно. Карта не нужна.");
	});

	test("leads a stranger to registration and sign-in, a person who is in to the chat", async () => {
		expect(links((await open()).html)).toEqual(expect.arrayContaining(["/registration", "/login"]));
		const signedIn = links((await open(ANNA)).html);
		expect(signedIn).toContain("/chat");
		expect(signedIn).not.toContain("/registration");
		expect(signedIn).not.toContain("/login");
	});

	test("offers no registration where the operator adds people", async () => {
		const { html, text } = await open(null, { entrance: "login" });
		expect(links(html)).not.toContain("/registration");
		expect(links(html)).toContain("/login");
		expect(text).toContain("Новых людей добавляет владелец сервера.");
	});

	test("offers paid plans only where they can be paid for", async () => {
		expect((await open()).text).toContain("Оплата пока не подключена");
		const billed = (await open(null, { notSold: "bills" })).text;
		expect(billed).toContain("По счёту, для организаций");
		expect(billed).not.toContain("Оплата пока не подключена");
		const { html, text } = await open(null, { notSold: null });
		expect(text).not.toContain("Оплата пока не подключена");
		expect(links(html)).toEqual(
			expect.arrayContaining(["/payment?plan=plus-month", "/payment?plan=pro-month"]),
		);
	});

	test("shows the plans of the catalogue by the month, with their prices", async () => {
		const { text } = await open();
		for (const words of [
			"Старт",
			"0 ₽ навсегда",
			"390 ₽ за 30 дней",
			"1 500 сообщений каждые 30 дней",
			"990 ₽ за 30 дней",
			"6 000 сообщений каждые 30 дней",
			"13 ₽ в день",
			"Во всех тарифах",
		]) {
			expect(text).toContain(words);
		}
		expect(text).not.toContain("3 744");
	});

	test("promises nothing that is not there: no files, no renewal, no queue", async () => {
		const { text } = await open();
		expect(text).not.toMatch(/файл|вложени|МБ|автопродлени|без очереди|Яндекс/i);
	});

	test("tells of files where a model reads them, in rows without a gap", async () => {
		const features = async (readsFiles: boolean) => {
			const { html, text } = await open(null, { readsFiles });
			const cards = [...html.matchAll(/<article[^>]*class="([^"]*)"/g)].map(([, classes = ""]) => classes);
			const ofFeatures = cards.filter((classes) => /\bfeature\b/.test(classes));
			const wide = ofFeatures.filter((classes) => classes.includes("feature-wide")).length;
			return [text.includes("Прикрепите договор"), ofFeatures.length, wide];
		};
		expect(await features(false)).toEqual([false, 5, 2]);
		expect(await features(true)).toEqual([true, 6, 6]);
	});

	test("says of renewal what is so here, once for all", async () => {
		const plain = (text: string) => text.replaceAll("\u00a0", " ");
		const off = plain((await open()).text);
		expect(off).toContain("Платный тариф сам не продлевается");
		expect(off).toContain("Нет. Оплата разовая: карта не сохраняется");
		const on = plain((await open(null, { renewable: true })).text);
		expect(on).toContain("Платный тариф продлевается, только если вы сами это отметите");
		expect(on).toContain("Только если вы сами отметите это при оплате.");
		expect(on).not.toMatch(/сам не продлевается|Оплата разовая: карта не сохраняется/);
	});

	test("has four dialogues that switch without script, the first one chosen", async () => {
		const { html } = await open();
		const radios = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([radio]) => radio);
		expect(radios.map((radio) => /value="(\w+)"/.exec(radio)?.[1])).toEqual([
			"explain",
			"write",
			"count",
			"code",
		]);
		expect(radios.map((radio) => radio.includes("checked"))).toEqual([true, false, false, false]);
		expect([...html.matchAll(/data-example="(\w+)"/g)].map((panel) => panel[1])).toEqual([
			"explain",
			"write",
			"count",
			"code",
		]);
	});

	test("the sums of the examples are right", async () => {
		const { text } = await open();
		const total = 12 * 1450 + 12 * 900 + 3200;
		const spaced = (sum: number) => String(sum).replace(/(?=(\d{3})$)/, " ");
		expect(text).toContain(`Выйдет ${spaced(total)} ₽`);
		expect(text).toContain(`всего ${spaced(total + 0.1 * 12 * 1450)} ₽`);
		expect(text).toContain(`${spaced(Math.round(1000 * 1.1 ** 10))} ₽ , а не 2 000 ₽`);
	});

	test("carries the formula as MathML, no picture and no inline style", async () => {
		const { html } = await open();
		expect(html).toContain("<msup><mn>1,1</mn><mn>10</mn></msup>");
		expect(html).not.toMatch(/<img| style=/);
	});

	test("names itself to search engines and in people's messages", () => {
		const matches = [{ id: "root", loaderData: { appName: "Беседа", appUrl: "https://beseda.example.ru" } }];
		const said = meta({ matches } as unknown as Parameters<typeof meta>[0]);
		expect(said).toContainEqual({ title: `${words.title} — Беседа` });
		expect(said).toContainEqual({ name: "description", content: words.description });
		expect(said).toContainEqual({ tagName: "link", rel: "canonical", href: "https://beseda.example.ru/" });
		expect(said).toContainEqual({ property: "og:site_name", content: "Беседа" });
		expect(said).toContainEqual({ property: "og:image", content: "https://beseda.example.ru/og.png" });
	});
});
