import { expect, test } from "vitest";
import type { Scenario } from "../../support/fakes/fake-model-scenarios.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

/** Words until it is stopped, however slow the browser is, a paragraph for every ten. */
const talkOn: Scenario = async (reply) => {
	for (let i = 1; i < 50_000; i++) {
		reply.delta({ content: `слово${i}${i % 10 === 0 ? "\n\n" : " "}` });
		await reply.pause(10);
	}
	reply.finish();
};

test("the view keeps to the end of what is being written, and to its place once somebody has scrolled up", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	world.model.script(talkOn);
	await ask(page, "Говори долго.");
	const box = page.locator(".chat-scroll");
	const view = () =>
		box.evaluate(
			(node) =>
				new Promise<{ top: number; height: number; left: number }>((tell) => {
					// Told of sizes behind the page, which follows then what has grown: nothing more can have come since.
					const sizes = new ResizeObserver(() => {
						sizes.disconnect();
						const { scrollTop, scrollHeight, clientHeight } = node;
						tell({ top: scrollTop, height: scrollHeight, left: scrollHeight - scrollTop - clientHeight });
					});
					sizes.observe(node);
				}),
		);
	const grows = async () => {
		const { height } = await view();
		await expect.poll(async () => (await view()).height).toBeGreaterThan(height + 60);
	};
	await expect.poll(async () => (await view()).top).toBeGreaterThan(300);
	for (let i = 0; i < 3; i++) {
		await grows();
		expect((await view()).left).toBeLessThan(2);
	}
	// As WebKit does: it tells of the scrolling of before when a long piece has already come.
	await box.evaluate((node) => {
		const piece = document.createElement("pre");
		piece.textContent = "строка\n".repeat(40);
		node.querySelector("[data-state=writing]")?.append(piece);
		node.dispatchEvent(new Event("scroll"));
	});
	await grows();
	expect((await view()).left).toBeLessThan(2);
	await box.hover();
	await page.mouse.wheel(0, -300);
	await page.getByRole("button", { name: "Перейти к последнему" }).waitFor();
	// A wheel may scroll smoothly: from one frame to the next it is at rest.
	let top = -1;
	await expect
		.poll(async () => {
			const before = top;
			({ top } = await view());
			return top - before;
		})
		.toBe(0);
	await grows();
	expect((await view()).top).toBe(top);
	await page.getByRole("button", { name: "Перейти к последнему" }).click();
	await grows();
	expect((await view()).left).toBeLessThan(2);
	await page.getByRole("button", { name: "Остановить" }).click();
	await page.locator("article[data-role=assistant][data-state=stopped]").waitFor();
	// What came last is there though it was shown in the rhythm of the screen.
	const words = ((await lastAnswer(page).locator(".prose").textContent()) ?? "").match(/слово\d+/g) ?? [];
	expect(words).toEqual(words.map((_, i) => `слово${i + 1}`));
	expect(complaints).toEqual([]);
	await context.close();
});

test("an answer is followed though a browser takes a position back while its question is on its way", async () => {
	const { page, context } = await openWindowAsMember(world, { viewport: { width: 800, height: 500 } });
	const answers = page.locator("article[data-role=assistant][data-state=done]");
	for (const [i, question] of ["Расскажи о чае", "И ещё раз"].entries()) {
		await ask(page, question);
		await answers.nth(i).waitFor();
	}
	let send = () => {};
	const held = new Promise<void>((resolve) => {
		send = resolve;
	});
	await page.route("**/chat.data**", async (route) => {
		if (route.request().method() === "POST") await held;
		await route.continue();
	});
	const box = page.locator(".chat-scroll");
	const left = () => box.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
	await ask(page, "И последний раз");
	await box.locator(".msg-ai[aria-busy]:not([data-role])").waitFor();
	await expect.poll(left).toBeLessThan(2);
	// As WebKit does with one that it has not drawn yet.
	await box.evaluate((node) => {
		node.scrollTop -= 150;
		return new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
	});
	send();
	await answers.nth(2).waitFor();
	await expect.poll(left).toBeLessThan(2);
	await context.close();
});

test("whoever asks from far above is brought to the question; on paper there is all of it and nothing else", async () => {
	const { page, context } = await openWindowAsMember(world, { viewport: { width: 800, height: 500 } });
	for (const [i, question] of ["Расскажи о чае", "И ещё раз", "И ещё"].entries()) {
		await ask(page, question);
		await page.locator("article[data-role=assistant][data-state=done]").nth(i).waitFor();
	}
	await page.locator(".chat-scroll").evaluate((box) => box.scrollTo({ top: 0 }));
	await page.getByRole("button", { name: "Перейти к последнему" }).waitFor();
	// Its answer is short: following a long one takes the question out of sight again.
	await ask(page, "А теперь последнее сценарий:slow:20:2");
	const asked = page.locator("article[data-role=user]").last();
	await expect.poll(() => asked.textContent()).toContain("А теперь последнее");
	await expect
		.poll(() =>
			asked.evaluate((node) => {
				const { top, bottom } = node.getBoundingClientRect();
				return top >= 0 && bottom <= innerHeight;
			}),
		)
		.toBe(true);
	await page.locator("article[data-role=assistant][data-state=done]").nth(3).waitFor();
	const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
	expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);
	// As on a large sheet.
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.emulateMedia({ media: "print" });
	expect(await page.getByRole("navigation", { name: "Чаты" }).isVisible()).toBe(false);
	expect(await page.getByLabel("Сообщение", { exact: true }).isVisible()).toBe(false);
	expect(await asked.isVisible()).toBe(true);
	await context.close();
});

test.each([1440, 390, 320])("an exchange cuts nothing off, %i px wide", async (width) => {
	const { page, context } = await openWindowAsMember(world, { viewport: { width, height: 800 } });
	await ask(page, "Расскажи о чае");
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	// What has an outline, drawn 2 px away and 3 px wide, or the one of a message that is led to.
	const cutOff = await page.locator(".exchange").evaluate((exchange) => {
		const frame = exchange.getBoundingClientRect();
		const cut = (node: Element, outline: number) => {
			const { left, right, top, bottom, width } = node.getBoundingClientRect();
			const out =
				Math.max(frame.left - left, right - frame.right, frame.top - top, bottom - frame.bottom) + outline;
			return width > 0 && out > 0 ? [`${node.className}: ${out} px`] : [];
		};
		return [
			...[...exchange.querySelectorAll("a, button, input, pre")].flatMap((node) => cut(node, 5)),
			...[...exchange.querySelectorAll(".bubble, .msg-body")].flatMap((node) => cut(node, 8)),
		];
	});
	expect(cutOff).toEqual([]);
	// The details stand outside of everything.
	await page.getByRole("button", { name: "Подробности" }).click();
	const details = page.locator(".msg-details:popover-open");
	const seen = await details.evaluate((node) => {
		const { left, top, right, bottom } = node.getBoundingClientRect();
		return [
			[left + 8, top + 8],
			[right - 8, bottom - 8],
		].every(([x = 0, y = 0]) => node.contains(document.elementFromPoint(x, y)));
	});
	expect(seen).toBe(true);
	await context.close();
});
