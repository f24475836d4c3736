import { expect, test } from "vitest";
import { setUpWorld } from "../../support/set-up-world.ts";
import { inTwoParts } from "../../support/two-parts.ts";
import { hydrated, lastAnswer, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld();

/** Marks the page when it is told that an answer has ended. */
function markEnd() {
	const add = EventSource.prototype.addEventListener as EventTarget["addEventListener"];
	EventSource.prototype.addEventListener = function (this: EventSource, type: string, ...rest: unknown[]) {
		if (type === "end") add.call(this, type, () => document.documentElement.setAttribute("data-ended", ""));
		add.apply(this, [type, ...rest] as Parameters<typeof add>);
	};
}

test("an answer that ends before the page's data is there is shown as ended, though a title comes while it is loaded anew", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { scenario, goOn } = inTwoParts("Начало.", " Конец.");
	world.model.script(scenario);
	const [first, second, title] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
	let asked = 0;
	await page.addInitScript(markEnd);
	await page.goto("/chat");
	await hydrated(page);
	await page.route(
		(url) => url.pathname === "/chat.data" && !url.searchParams.has("_routes"),
		async (route) => {
			if (route.request().method() !== "GET") return route.continue();
			asked += 1;
			const held = [first, second][asked - 1];
			// As it is now, while the answer is being written.
			const response = await route.fetch();
			if (asked === 1) goOn();
			await held?.promise;
			// The page may have given it up.
			await route.fulfill({ response }).catch(() => {});
		},
	);
	world.model.title = async (reply) => {
		await title?.promise;
		await reply.stream("Заголовок");
		reply.finish();
	};
	await page.getByLabel("Сообщение", { exact: true }).fill("Коротко");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.locator("html[data-ended]").waitFor({ state: "attached" });
	first?.resolve();
	await expect.poll(() => asked).toBe(2);
	title?.resolve();
	await page.getByRole("main").getByRole("heading", { name: "Заголовок", level: 1 }).waitFor();
	second?.resolve();
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await page.getByRole("button", { name: "Остановить" }).waitFor({ state: "detached" });
	expect(complaints).toEqual([]);
	await context.close();
});
