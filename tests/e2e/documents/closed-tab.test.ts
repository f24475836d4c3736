import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { enrol, newPerson, openWindow } from "../support/world.ts";

/** The link on the way to the server: what is on it while it stands still is lost when its sender closes. */
const link = { stands: false, waiting: new Set<() => void>() };
const relay = createServer((browser) => {
	const server = connect(world.instance.port, "127.0.0.1");
	for (const socket of [browser, server]) socket.on("error", () => socket.destroy());
	browser.on("data", (data) => pass(browser, () => server.write(data)));
	browser.on("close", () => server.destroy());
	server.pipe(browser);
}).listen(0, "127.0.0.1");
await once(relay, "listening");
const world = setUpWorld({ APP_URL: `http://localhost:${(relay.address() as AddressInfo).port}` });
afterAll(() => relay.close());

function pass(from: Socket, send: () => void): void {
	if (link.stands) {
		link.waiting.add(send);
		from.on("close", () => link.waiting.delete(send));
	} else send();
}

function goOn(): void {
	link.stands = false;
	for (const send of link.waiting) send();
	link.waiting.clear();
}

const ready = (page: Page) => page.locator('[data-file-id][data-state="ready"]');

test("a file that is taken away is gone, also when its tab is closed at once on a slow link", async () => {
	const { page, context } = await openWindow(world);
	await enrol(page, newPerson());
	const file = { mimeType: "text/plain", buffer: Buffer.from("Аренда на год.") };
	await page.locator(".attach input[type=file]").setInputFiles({ name: "Договор.txt", ...file });
	await ready(page).waitFor();
	const id = await ready(page).getAttribute("data-file-id");
	const other = await context.newPage();
	await other.goto("/chat");
	await ready(other).waitFor();

	link.stands = true;
	await other.getByRole("button", { name: "Убрать файл «Договор.txt»" }).click();
	await expect.poll(() => link.waiting.size).toBe(1);
	await other.close();
	// The closing has to reach the link: whoever keeps the connection does nothing that could be waited for.
	await wait(500);
	goOn();

	const files = () => page.evaluate(async (id) => (await fetch(`/chat/files?id=${id}`)).json(), id);
	await expect.poll(files).toEqual({ files: [] });
	await context.close();
});
