import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { countAsAtOnce } from "../../support/database/throttles-at-once.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let db: Db;
let model: FakeModel;
let anna: Person;
let boris: Person;
beforeAll(async () => {
	model = await startFakeModel();
	// Conversations keep the titles that their first prompts gave them.
	model.title = "";
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model,other-model" } });
	db = await openDatabase(instance.databaseUrl);
	anna = await new Person(instance).register();
	boris = await new Person(instance).register();
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	await model?.stop();
});

const read = async (person: Person, path: string) => (await person.fetch(path)).text();
const id = () => crypto.randomUUID();

/** Asks, waits for the end of the answer, and says what stands where. */
async function talk(text: string, conversationId = "") {
	const asked = await anna.ask(text, conversationId);
	await (await anna.fetch(`/chat/events?answer=${asked.answerId}`)).text();
	const page = await read(anna, `/chat?c=${asked.conversationId}`);
	const prompts = [...page.matchAll(/data-message-id="([\w-]+)" data-role="user"/g)];
	return { ...asked, promptId: prompts.at(-1)?.[1] ?? "", page };
}

/** A form of a conversation's, as a browser without script sends it. */
const change = (intent: string, conversationId: string, fields: Record<string, string> = {}) =>
	anna.post("/chat", { intent, conversationId, ...fields });

/** Puts the deletion of a conversation off: on a busy machine all that is asked of it may take longer than its way back. */
const keepRestorable = (conversationId: string) =>
	db
		.updateTable("conversations")
		.set({ deleted_at: Date.now() + 3_600_000 })
		.where("id", "=", conversationId)
		.execute();

/** What stands in the sidebar, by group. */
function sidebar(page: string): Record<string, string[]> {
	const nav = /<nav class="sidebar-scroll"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? "";
	const groups = nav.split('<h2 class="conv-group">').slice(1);
	return Object.fromEntries(
		groups.map((group) => [
			group.slice(0, group.indexOf("<")),
			[...group.matchAll(/<span>([^<]*)<\/span>/g)].map((match) => match[1] ?? ""),
		]),
	);
}

describe("versions", () => {
	test("an edit stands beside the old prompt, and a form's button leads back", async () => {
		const { conversationId, promptId, answerId } = await talk("Первая редакция");
		const form = await read(anna, `/chat?c=${conversationId}&do=edit&m=${promptId}`);
		expect(form).toMatch(/<textarea[^>]*name="text"[^>]*>Первая редакция<\/textarea>/);
		const edited = await anna.post("/chat", {
			intent: "edit",
			promptId: id(),
			editOf: promptId,
			text: "Вторая редакция",
		});
		expect(edited.status).toBe(303);
		const page = await read(anna, edited.headers.get("Location") ?? "");
		expect(page).toContain("Вторая редакция</div>");
		expect(page).not.toContain("Первая редакция</div>");
		expect(page).toContain('aria-label="Вариант 2 из 2"');
		expect(page).toContain(`value="${answerId}"`);
		const chosen = await anna.post("/chat", { intent: "choose", answerId, unscripted: "1" });
		expect(chosen.headers.get("Location")).toBe(`/chat?c=${conversationId}#m-${answerId}`);
		expect(await read(anna, `/chat?c=${conversationId}`)).toContain("Первая редакция</div>");
	});

	test("a refused edit keeps its text in its own field, under a fresh id", async () => {
		const { conversationId, promptId } = await talk("Вопрос");
		const edit = { intent: "edit", promptId: id(), editOf: promptId, text: "Раз" };
		await anna.post("/chat", edit);
		const refused = await anna.post(`/chat?c=${conversationId}&do=edit&m=${promptId}`, {
			...edit,
			text: "Два",
		});
		expect(refused.status).toBe(409);
		const elsewhere = await (await anna.post("/chat", { ...edit, text: "Два" })).text();
		expect(elsewhere).toMatch(/<textarea[^>]*>Два<\/textarea>/);
		expect(elsewhere).not.toContain(`value="${edit.promptId}"`);
	});

	test("a link to a message opens its branch and changes nothing", async () => {
		const { conversationId, promptId, answerId } = await talk("Старая ветка");
		await anna.post("/chat", { intent: "edit", promptId: id(), editOf: promptId, text: "Новая ветка" });
		const linked = await read(anna, `/chat?c=${conversationId}&m=${answerId}`);
		expect(linked).toContain("Старая ветка</div>");
		expect(linked).toContain(`id="m-${answerId}"`);
		expect(await read(anna, `/chat?c=${conversationId}`)).toContain("Новая ветка</div>");
	});
});

describe("actions on a conversation", () => {
	test("rename, pin, archive, instruct, pick a model: a form each, and a page where one is needed", async () => {
		const { conversationId } = await talk("Про чай");
		const menu = await read(anna, `/chat?c=${conversationId}&do=menu`);
		for (const action of [
			"Переименовать",
			"Закрепить",
			"Инструкция",
			"Убрать в архив",
			"Экспортировать",
			"Удалить",
		]) {
			expect(menu).toContain(action);
		}
		// A menu as the other one, in which «Удалить» stands apart.
		expect(menu).toMatch(
			/<ul class="menu [\s\S]*class="menu-sep"\/><\/li><li><a[^>]*menu-item-error[^>]*do=delete/,
		);
		expect(await read(anna, `/chat?c=${conversationId}&do=rename`)).toMatch(
			/<input[^>]*name="title"[^>]*value="Про чай"|value="Про чай"[^>]*name="title"/,
		);
		const renamed = await change("rename", conversationId, { title: "  Чай\nи кофе " });
		expect([renamed.status, renamed.headers.get("Location")]).toEqual([303, `/chat?c=${conversationId}`]);
		await change("pin", conversationId, { pinned: "1" });
		const page = await read(anna, "/chat");
		expect(sidebar(page).Закреплённые).toEqual(["Чай и кофе"]);
		await change("pin", conversationId, { pinned: "0" });
		expect(sidebar(await read(anna, "/chat")).Закреплённые).toBeUndefined();

		await change("archive", conversationId, { archived: "1" });
		expect(Object.values(sidebar(await read(anna, "/chat"))).flat()).not.toContain("Чай и кофе");
		expect(Object.values(sidebar(await read(anna, "/chat?archive=1"))).flat()).toEqual(["Чай и кофе"]);
		await change("archive", conversationId, { archived: "0" });
		expect(Object.values(sidebar(await read(anna, "/chat"))).flat()).toContain("Чай и кофе");

		await change("instruct", conversationId, { instruction: "Отвечай кратко" });
		expect(await read(anna, `/chat?c=${conversationId}&do=instruct`)).toContain(">Отвечай кратко</textarea>");
		await change("pick-model", conversationId, { model: "other-model" });
		expect(await read(anna, `/chat?c=${conversationId}`)).toMatch(/<option value="other-model" selected/);
		expect((await change("pick-model", conversationId, { model: "no-such" })).status).toBe(400);
		expect((await change("rename", conversationId, { title: " \n " })).status).toBe(400);
	});

	test("a new chat begins with the person's default model, and each is told what the person has written", async () => {
		const vera = await new Person(instance).register();
		const askedOf = async (text: string) => {
			const { answerId } = await vera.ask(text);
			await (await vera.fetch(`/chat/events?answer=${answerId}`)).text();
			return model.requests.at(-1);
		};
		expect(await askedOf("Первый")).toMatchObject({ model: "test-model" });
		await vera.post("/account", { intent: "profile", model: "other-model" });
		await vera.post("/account", { intent: "about", about: "Живу в Казани.", useAbout: "on" });
		const system = { role: "system", content: expect.stringContaining("Живу в Казани.") };
		expect(await askedOf("Второй")).toMatchObject({
			model: "other-model",
			messages: [system, { role: "user", content: "Второй" }],
		});
		expect(await read(vera, "/account")).toMatch(/<option value="other-model" selected/);
		const gone = await vera.post("/account", { intent: "profile", name: "Вера", model: "no-such" });
		expect([gone.status, await gone.text()]).toEqual([
			400,
			expect.stringContaining("Этой модели больше нет"),
		]);
		expect(await read(vera, "/account")).not.toContain('value="Вера"');
		await vera.post("/account", { intent: "profile", model: "test-model" });
		expect(await askedOf("Третий")).toMatchObject({ model: "test-model" });
	});

	test("with script the answer is what was done, and the screen stays", async () => {
		const { conversationId } = await talk("Остаёмся");
		const done = await anna.post("/chat.data", { intent: "pin", conversationId, pinned: "1", stay: "1" });
		expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("pinned")]);
		await change("pin", conversationId, { pinned: "0" });
	});

	test("delete asks on a page, then there is nothing, and the next page leads back", async () => {
		const { conversationId, answerId } = await talk("Удалить меня");
		expect(await read(anna, `/chat?c=${conversationId}&do=delete`)).toContain(
			"Чат «Удалить меня» будет удалён",
		);
		const gone = await change("delete", conversationId);
		expect([gone.status, gone.headers.get("Location")]).toEqual([303, `/chat?deleted=${conversationId}`]);
		await keepRestorable(conversationId);
		expect((await anna.fetch(`/chat?c=${conversationId}`)).status).toBe(404);
		expect((await anna.fetch(`/chat/events?answer=${answerId}`)).status).toBe(404);
		const repeated = await change("delete", conversationId);
		expect([repeated.status, repeated.headers.get("Location")]).toEqual([303, gone.headers.get("Location")]);
		expect((await boris.post("/chat", { intent: "delete", conversationId })).status).toBe(404);
		expect(await read(anna, "/chat?q=удалить")).not.toContain(conversationId);

		const page = await read(anna, `/chat?deleted=${conversationId}`);
		expect(page).toContain("Чат «Удалить меня» удалён.");
		expect(page).toMatch(/value="restore"[\s\S]*Вернуть/);
		const foreign = await boris.post("/chat", { intent: "restore", conversationId });
		expect(foreign.headers.get("Location")).toBe(`/chat?deleted=${conversationId}`);
		expect(await read(boris, `/chat?deleted=${conversationId}`)).toContain(
			"Чат уже стёрт, вернуть его нельзя.",
		);
		const back = await change("restore", conversationId);
		expect([back.status, back.headers.get("Location")]).toEqual([303, `/chat?c=${conversationId}`]);
		expect(await read(anna, `/chat?c=${conversationId}`)).toContain("Удалить меня</div>");
		// One that is back is not said to be erased.
		expect(await read(anna, `/chat?deleted=${conversationId}`)).not.toMatch(/deleted-notice/);
	});

	test("deleted twice with script, it is deleted once and both times told so, with the way back", async () => {
		const { conversationId } = await boris.ask("Удалить дважды");
		const remove = async () => {
			const response = await boris.post("/chat.data", { intent: "delete", conversationId, stay: "1" });
			return [response.status, await response.text()];
		};
		const first = await remove();
		expect(first).toEqual([200, expect.stringContaining(conversationId)]);
		expect(await remove()).toEqual(first);
		const left = await boris.post("/chat", { intent: "delete", conversationId, leave: "1" });
		expect([left.status, left.headers.get("Location")]).toEqual([303, "/chat"]);
		await boris.post("/chat", { intent: "restore", conversationId });
		expect(await read(boris, `/chat?c=${conversationId}`)).toContain("Удалить дважды</div>");
	});

	test("an act on a chat that another tab has deleted says that it is deleted, with the way back", async () => {
		const { conversationId, answerId } = await boris.ask("Удалён рядом");
		await boris.post("/chat", { intent: "delete", conversationId });
		await keepRestorable(conversationId);
		const acts: Record<string, string>[] = [
			{ intent: "archive", archived: "1" },
			{ intent: "rename", title: "Поздно" },
			{ intent: "pin", pinned: "1" },
			{ intent: "instruct", instruction: "Поздно" },
			{ intent: "pick-model", model: "other-model" },
		];
		for (const act of acts) {
			const late = await boris.post("/chat", { ...act, conversationId });
			expect([act.intent, late.status, late.headers.get("Location")]).toEqual([
				act.intent,
				303,
				`/chat?deleted=${conversationId}`,
			]);
			const scripted = await boris.post("/chat.data", { ...act, conversationId, stay: "1" });
			expect([act.intent, scripted.status, await scripted.text()]).toEqual([
				act.intent,
				404,
				expect.stringMatching(new RegExp(`"deleted".*${conversationId}`)),
			]);
			const foreign = await anna.post("/chat", { ...act, conversationId });
			expect([act.intent, foreign.status]).toEqual([act.intent, 404]);
			expect(await foreign.text()).toContain("Page Not Found");
		}
		// So do those about an answer of it.
		const about: Record<string, string>[] = [
			{ intent: "choose", answerId },
			{ intent: "decide", callId: `${answerId}.1.1`, decision: "once" },
			{ intent: "rate", answerId, rating: "down", reason: "Поздно" },
		];
		for (const act of about) {
			const late = await boris.post("/chat", act);
			expect([act.intent, late.headers.get("Location")]).toEqual([
				act.intent,
				`/chat?deleted=${conversationId}`,
			]);
			expect([act.intent, (await anna.post("/chat", act)).status]).toEqual([act.intent, 404]);
		}
		const rated = await boris.post("/chat.data", { ...about[2], stay: "1" });
		expect([rated.status, await rated.text()]).toEqual([
			404,
			expect.stringMatching(new RegExp(`"deleted".*"unsaved".*${conversationId}`)),
		]);
		await boris.post("/chat", { intent: "restore", conversationId });
		expect(sidebar(await read(boris, "/chat")).Сегодня).toContain("Удалён рядом");
	});

	test("an answer that a stale tab wants anew of a chat that is deleted is refused in words, beside a new chat", async () => {
		const { conversationId, answerId } = await boris.ask("Удалён в соседней вкладке");
		await read(boris, `/chat/events?answer=${answerId}`);
		await boris.post("/chat", { intent: "delete", conversationId });
		for (const intent of ["regenerate", "continue", "repeat"]) {
			const again = { intent, answerId, attemptId: id() };
			const scripted = await boris.post("/chat.data", again);
			expect([intent, scripted.status, await scripted.text()]).toEqual([
				intent,
				404,
				expect.stringContaining("no-such-conversation"),
			]);
			const plain = await boris.post("/chat", { ...again, unscripted: "1" });
			expect([intent, plain.status, await plain.text()]).toEqual([
				intent,
				404,
				expect.stringMatching(/Этого\sчата\sбольше\sнет\..*id="message"/s),
			]);
		}
	});

	test("an act on a chat that is erased by now says so to the script, whose screen stays", async () => {
		const [conversationId, answerId] = [id(), id()];
		const acts: Record<string, string>[] = [
			{ intent: "archive", archived: "1", conversationId },
			{ intent: "rename", title: "Поздно", conversationId },
			{ intent: "pin", pinned: "1", conversationId },
			{ intent: "instruct", instruction: "Поздно", conversationId },
			{ intent: "delete", conversationId },
			{ intent: "rate", rating: "down", answerId },
		];
		for (const act of acts) {
			const scripted = await boris.post("/chat.data", { ...act, stay: "1" });
			expect([act.intent, scripted.status, await scripted.text()]).toEqual([
				act.intent,
				404,
				expect.stringContaining('"gone"'),
			]);
			const plain = await boris.post("/chat", act);
			expect([act.intent, plain.status]).toEqual([act.intent, 404]);
		}
		// It is left, as was asked for.
		const left = await boris.post("/chat", { intent: "delete", conversationId, leave: "1" });
		expect([left.status, left.headers.get("Location")]).toEqual([303, "/chat"]);
	});

	test("a conversation deleted in mid-answer ends its worker without an error", async () => {
		const { conversationId } = await anna.ask("сценарий:slow:100:60");
		expect((await change("delete", conversationId)).status).toBe(303);
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		expect(instance.logs()).not.toMatch(/Ответ не записан/);
	});

	test("a rating with its reason is kept, and taken back", async () => {
		const { conversationId, answerId } = await talk("Оцените");
		const body = new URLSearchParams({ intent: "rate", answerId, rating: "down" });
		for (const reason of ["inaccurate", "too-long", "Цифры не те"]) body.append("reason", reason);
		await anna.fetch("/chat", { method: "POST", body, headers: { Origin: instance.url } });
		const exported = await read(anna, `/chat/export?c=${conversationId}&format=json`);
		const [answer] = JSON.parse(exported).prompts[0].answers;
		expect([answer.rating, answer.ratingReason]).toEqual(["down", "inaccurate\ntoo-long\nЦифры не те"]);
		expect(await read(anna, `/chat?c=${conversationId}`)).toMatch(
			/name="rating" value="none"\/><button[^>]*aria-pressed="true"[^>]*>(?:(?!<button).)*<span class="sr-only">Бесполезный ответ</,
		);
		await anna.post("/chat", { intent: "rate", answerId, rating: "none" });
		expect(await read(anna, `/chat?c=${conversationId}`)).not.toContain('aria-pressed="true"');
	});
});

describe("search", () => {
	test("finds by word forms, marks the words and opens at the message; a query is never an error", async () => {
		const { conversationId, promptId } = await talk("Сравните ипотечные ставки");
		const page = await read(anna, `/chat?q=${encodeURIComponent("ипотечная ставка")}`);
		expect(page).toContain("<mark>ипотечные</mark> <mark>ставки</mark>");
		expect(page).toContain(`/chat?c=${conversationId}&amp;m=${promptId}#m-${promptId}`);
		expect(await read(anna, "/chat?q=%D0%BB%D0%B0%D0%BC%D0%B0")).toContain(
			"По запросу «лама» ничего не нашлось",
		);
		for (const query of ["'", '"', "и", "*", "%ED%A0%80", "a".repeat(5_000), "(OR"]) {
			expect([query, (await anna.fetch(`/chat?q=${query}`)).status]).toEqual([query, 200]);
		}
		expect(await read(boris, `/chat?q=${encodeURIComponent("ипотечная")}`)).not.toContain(conversationId);
	});

	test("titles stand above messages, an empty result says what to do, and the composer stays", async () => {
		const { conversationId } = await talk("Калькулятор для вклада");
		const page = await read(anna, `/chat?q=${encodeURIComponent("вклад")}`);
		expect(page).toMatch(
			/>Названия<[\s\S]*<mark>вклада<\/mark>[\s\S]*>Сообщения<[\s\S]*<mark>вклада<\/mark>/,
		);
		expect(page).toMatch(/Вы · \d\d:\d\d/);
		await change("archive", conversationId, { archived: "1" });
		expect(await read(anna, `/chat?q=${encodeURIComponent("вклад")}`)).toContain("В архиве");
		const nothing = await read(anna, `/chat?q=${encodeURIComponent("единорог")}`);
		expect(nothing).toContain("Проверьте слово или попробуйте другое.");
		for (const shown of [page, nothing]) expect(shown).toMatch(/<textarea[^>]*id="message"/);
	});

	test("the results for the script are those of the page, and lead to it when opened by hand", async () => {
		const { conversationId } = await talk("Отдельный ресурс");
		const asked = await anna.fetch(`/chat/search.data?q=${encodeURIComponent("ресурсы")}`);
		expect([asked.status, asked.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
		expect(await asked.text()).toContain(conversationId);
		const opened = await anna.fetch(`/chat/search?q=${encodeURIComponent("ресурсы")}`);
		expect([opened.status, opened.headers.get("Location")]).toEqual([
			302,
			`/chat?q=${encodeURIComponent("ресурсы")}`,
		]);
		expect(await (await boris.fetch("/chat/search.data?q=ресурсы")).text()).not.toContain(conversationId);
	});
});

describe("export", () => {
	test("Markdown is the branch that is shown, JSON is the whole tree, the name is Russian", async () => {
		const { conversationId, promptId } = await talk("Выгрузка «раз»: 100%");
		await anna.post("/chat", { intent: "edit", promptId: id(), editOf: promptId, text: "Иначе" });
		const md = await anna.fetch(`/chat/export?c=${conversationId}&format=md`);
		expect(md.headers.get("Content-Disposition")).toMatch(
			/^attachment; filename="chat\.md"; filename\*=UTF-8''%D0%92[%\w.-]+\.md$/,
		);
		expect(md.headers.get("Cache-Control")).toBe("no-store");
		const text = await md.text();
		expect(text).toMatch(/^# Выгрузка «раз»: 100%\n\n## Вы\n\nИначе\n\n## Собеседник\n/);
		expect(text).not.toContain("Вы\n\nВыгрузка");
		const tree = JSON.parse(await read(anna, `/chat/export?c=${conversationId}&format=json`));
		expect(tree.prompts.map((prompt: { text: string }) => prompt.text)).toEqual([
			"Выгрузка «раз»: 100%",
			"Иначе",
		]);
		expect(tree.prompts[0].answers[0].text).toContain("Как заварить чай");
	});

	test("the eleventh in a row is refused in words, and a copy of one answer is not", async () => {
		const { conversationId, answerId } = await talk("Много раз");
		const other = await new Person(instance).register();
		const { conversationId: mine } = await other.ask("Моё");
		const began = Date.now();
		const statuses: number[] = [];
		for (let i = 0; i < 11; i++) {
			if (i === 10) await countAsAtOnce(db, began);
			const response = await other.fetch(`/chat/export?c=${mine}&format=${i % 2 ? "md" : "json"}`);
			statuses.push(response.status);
			const text = await response.text();
			if (response.status !== 429) continue;
			expect(text).toMatch(/^Вы скачали много бесед подряд\. Попробуйте ещё раз через \d+ секунд/);
			expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
		}
		expect(statuses).toEqual([...Array(10).fill(200), 429]);
		expect((await anna.fetch(`/chat/export?c=${conversationId}&format=md`)).status).toBe(200);
		expect((await anna.fetch(`/chat/export?c=${conversationId}&m=${answerId}`)).status).toBe(200);
	});

	test("one answer is read as the model wrote it, to be copied", async () => {
		const { conversationId, answerId } = await talk("Скопируйте");
		expect(await read(anna, `/chat/export?c=${conversationId}&m=${answerId}`)).toContain(
			"# Как заварить чай",
		);
	});
});

test("check 40: another person's conversation is 404 in every address and form, as an unknown one is", async () => {
	const { conversationId, answerId, promptId } = await talk("Моё и только моё");
	const about = { conversationId };
	const addresses = (c: string, m: string) => [
		`/chat?c=${c}&m=${m}`,
		`/chat?c=${c}&before=${m}`,
		...["menu", "rename", "delete", "edit", "instruct", "rate"].map(
			(page) => `/chat?c=${c}&do=${page}&m=${m}`,
		),
		`/chat.data?c=${c}`,
		`/chat/export?c=${c}&format=md`,
		`/chat/export?c=${c}&format=json`,
		`/chat/export?c=${c}&m=${m}`,
	];
	const forms = (
		about: { conversationId: string },
		answerId: string,
		editOf: string,
	): Record<string, string>[] => [
		{ intent: "edit", promptId: id(), editOf, text: "Чужое" },
		{ intent: "choose", answerId },
		{ intent: "rate", answerId, rating: "up" },
		{ intent: "rename", title: "Чужое", ...about },
		{ intent: "pin", pinned: "1", ...about },
		{ intent: "archive", archived: "1", ...about },
		{ intent: "delete", ...about },
		{ intent: "instruct", instruction: "Чужое", ...about },
		{ intent: "pick-model", model: "other-model", ...about },
	];
	for (const [mine, unknown] of [[addresses(conversationId, answerId), addresses(id(), id())]] as const) {
		for (const [i, path] of mine.entries()) {
			const [other, none] = [await boris.fetch(path), await boris.fetch(unknown[i] ?? "")];
			expect([path, other.status, none.status]).toEqual([path, 404, 404]);
		}
	}
	const unknown = forms({ conversationId: id() }, id(), id());
	for (const [i, form] of forms(about, answerId, promptId).entries()) {
		const [other, none] = [await boris.post("/chat", form), await boris.post("/chat", unknown[i] ?? form)];
		expect([form.intent, other.status, none.status]).toEqual([form.intent, 404, 404]);
	}
	// A message of another's in one's own conversation is as unknown.
	const own = await boris.ask("Своё");
	for (const name of ["m", "before"]) {
		expect((await boris.fetch(`/chat?c=${own.conversationId}&${name}=${answerId}`)).status).toBe(404);
	}
	expect(await read(anna, `/chat?c=${conversationId}`)).toContain("Моё и только моё");
});
