import { randomUUID as id } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let anna: Person;
beforeAll(async () => {
	instance = await startInstance();
	anna = await new Person(instance).register();
});
afterAll(() => instance.stop());

const read = async (path: string) => (await anna.fetch(path)).text();

/** Asks, and waits for the end of the answer. */
async function talk(text: string): Promise<string> {
	const asked = await anna.ask(text);
	await (await anna.fetch(`/chat/events?answer=${asked.answerId}`)).text();
	return asked.conversationId;
}

/** The form of the page that selects several, as a browser without script sends it. */
const send = (intent: string, ids: string[], fields: Record<string, string> = {}) =>
	sendPage({ intent, ...fields }, ids);

/** The same by a button of the page, as lynx sends it. */
const press = (intent: string, ids: string[]) => sendPage({ [`intent=${intent}`]: "BUTTON" }, ids);

function sendPage(fields: Record<string, string>, ids: string[]) {
	const body = new URLSearchParams({ archived: "1", returnTo: "/chat?do=select", ...fields });
	for (const one of ids) body.append("conversationId", one);
	return anna.fetch("/chat?do=select", { method: "POST", body, headers: { Origin: instance.url } });
}

/** What can be ticked, in the order of the page. */
const offered = (page: string) =>
	[...page.matchAll(/name="conversationId"[^>]*value="([\w-]+)"/g)].map(([, one]) => one ?? "");

test("several are ticked on a page of their own, archived, exported, deleted and restored", async () => {
	const [first, second, third] = [await talk("Первый"), await talk("Второй"), await talk("Третий")];
	const page = await read("/chat?do=select");
	expect(offered(page)).toEqual([third, second, first]);
	expect(page).toMatch(/<legend[^>]*>Сегодня<\/legend>/);
	expect(page).toContain("До 50 чатов за один раз.");

	const file = await anna.fetch(
		`/chat/export?conversationId=${first}&conversationId=${third}&format=md&returnTo=x`,
	);
	expect(decodeURIComponent(file.headers.get("Content-Disposition") ?? "")).toContain("Чаты.md");
	const text = await file.text();
	expect(text.match(/^# (Первый|Второй|Третий)$/gm)).toEqual(["# Третий", "# Первый"]);
	const tree = JSON.parse(
		await read(`/chat/export?conversationId=${first}&conversationId=${third}&format=json`),
	);
	expect(tree.map(({ title }: { title: string }) => title)).toEqual(["Третий", "Первый"]);

	const archived = await send("archive", [first, second]);
	expect([archived.status, archived.headers.get("Location")]).toEqual([303, "/chat?do=select"]);
	expect(offered(await read("/chat?do=select"))).toEqual([third]);
	expect(offered(await read("/chat?do=select&archive=1")).toSorted()).toEqual([first, second].toSorted());

	const deleted = await send("delete", [first, second, third, first]);
	const address = deleted.headers.get("Location") ?? "";
	expect(deleted.status).toBe(303);
	expect(address).toBe(`/chat?do=select&deleted=${first}&deleted=${second}&deleted=${third}`);
	const told = await read(address);
	expect(told).toContain("3 чата удалены.");
	expect(told).toContain("Здесь пока нечего выбирать.");
	const restored = await send("restore", offered(told));
	expect([restored.status, restored.headers.get("Location")]).toEqual([303, "/chat?do=select"]);
	expect(offered(await read("/chat?do=select"))).toEqual([third]);
	expect(offered(await read("/chat?do=select&archive=1"))).toHaveLength(2);
});

test("nothing ticked, too many, and what is not theirs are answered in words", async () => {
	const mine = await talk("Мой");
	const none = await send("delete", []);
	expect([none.status, await none.text()]).toEqual([
		400,
		expect.stringContaining("Выберите хотя бы один чат."),
	]);
	const many = await send("archive", [mine, ...Array.from({ length: 50 }, () => id())]);
	expect([many.status, await many.text()]).toEqual([400, expect.stringContaining("до 50 чатов")]);
	expect(offered(await read("/chat?do=select"))).toContain(mine);
	const file = await anna.fetch(
		`/chat/export?${Array.from({ length: 51 }, () => `conversationId=${id()}`).join("&")}`,
	);
	expect([file.status, await file.text()]).toEqual([400, expect.stringContaining("до 50 чатов")]);
	for (const intent of ["archive", "delete"]) expect((await send(intent, [id(), id()])).status).toBe(404);
	expect((await anna.fetch(`/chat/export?conversationId=${id()}`)).status).toBe(404);
	const elsewhere = await send("archive", [mine], { returnTo: "https://evil.example/" });
	expect(elsewhere.headers.get("Location")).toBe("/chat");
});

test("the buttons have no values, which a text browser would show, and do the same by their names", async () => {
	const [first, second] = [await talk("Про липу"), await talk("Про клён")];
	const page = await read("/chat?do=select");
	const form = /<form[^>]*class="select-page".*?<\/form>/s.exec(page)?.[0] ?? "";
	expect(form.match(/<button[^>]* name="intent=(archive|export|delete)"/g)).toHaveLength(3);
	expect(form).not.toMatch(/<button[^>]* value=/);
	// A text browser sends all of them to the address of the form.
	const file = await press("export", [first, second]);
	expect([file.status, file.headers.get("Location")]).toEqual([
		303,
		`/chat/export?conversationId=${first}&conversationId=${second}`,
	]);
	expect((await press("export", [])).status).toBe(400);
	expect((await press("archive", [first])).status).toBe(303);
	expect(offered(await read("/chat?do=select&archive=1"))).toContain(first);
	const deleted = await press("delete", [second]);
	expect(deleted.headers.get("Location")).toBe(`/chat?do=select&deleted=${second}`);
});
