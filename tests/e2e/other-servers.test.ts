import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { IS_FULL } from "../support/extent.ts";
import { ask, lastAnswer, newPerson, openWindow, register, startWorld } from "./support/world.ts";

/** The straight path: register, confirm, ask, read. */
async function walk(command: string[], env: Record<string, string> = {}) {
	const world = await startWorld(env, command);
	onTestFinished(() => world.end());
	const visitor = await openWindow(world);
	await register(visitor.page, newPerson());
	await ask(visitor.page, "Расскажи о чае");
	await visitor.page.locator("article[data-state=done]").waitFor();
	expect(await lastAnswer(visitor.page).locator(".prose").textContent()).toContain("Как заварить чай");
	return visitor;
}

test("`npm run serve`: the same journey under the framework's own server", async () => {
	const { complaints } = await walk(["bin/serve-build.ts"]);
	expect(complaints).toEqual([]);
});

// Nobody but who develops waits for it, and making each module anew is most of its work.
test.runIf(IS_FULL)(
	"`npm run dev`: the same journey, and a change of a source shows itself without a reload",
	async () => {
		const { page, complaints } = await walk(["bin/dev.mjs"], { NODE_ENV: "development" });
		// On static pages too, which have no script of the framework.
		expect(complaints.filter((complaint) => complaint.startsWith("script error"))).toEqual([]);
		// No test without a browser loads it: they run at the same time.
		const file = "app/routes/chat/composer/composer.tsx";
		const kept = readFileSync(file);
		try {
			await page.evaluate(() => Object.assign(window, { sameDocument: true }));
			writeFileSync(
				file,
				String(kept).replace('className="composer"', 'className="composer" data-changed="yes"'),
			);
			await page.locator(".composer[data-changed=yes]").waitFor();
			expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
		} finally {
			writeFileSync(file, kept);
		}
	},
);
