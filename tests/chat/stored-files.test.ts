import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
	forgetFiles,
	moveToNew,
	type Owner,
	readDraft,
	readFileIds,
	readQueued,
	saveFileIds,
	saveQueued,
	saveSent,
	saveText,
	takeFirst,
} from "../../app/routes/chat/composer/draft-storage.ts";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";

const ANNA: Owner = { id: "anna", email: "anna@example.ru" };
const BORIS: Owner = { id: "boris", email: "boris@example.ru" };

let stored: Map<string, string>;
beforeEach(() => {
	stored = new Map();
	vi.stubGlobal(
		"localStorage",
		new Proxy(
			{
				getItem: (name: string) => stored.get(name) ?? null,
				setItem: (name: string, value: string) => void stored.set(name, value),
				removeItem: (name: string) => void stored.delete(name),
			},
			{
				ownKeys: () => [...stored.keys()],
				getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
			},
		),
	);
});
afterEach(() => vi.unstubAllGlobals());

test("the unsent files of a conversation are kept on the device, for one account", () => {
	expect(readFileIds(ANNA, "c")).toEqual([]);
	saveFileIds("c", [A, B]);
	saveFileIds("", [B]);
	expect(readFileIds(ANNA, "c")).toEqual([A, B]);
	expect(readFileIds(BORIS, "c")).toEqual([]);
	expect(readFileIds(ANNA, "")).toEqual([]);
});

test("sent files are forgotten in their conversation and where it was begun; what is no id is no file", () => {
	readFileIds(ANNA, "c");
	saveFileIds("c", [A]);
	saveFileIds("", [A, B]);
	forgetFiles("c", [A]);
	expect([readFileIds(ANNA, "c"), readFileIds(ANNA, "")]).toEqual([[], [B]]);
	saveFileIds("c", ["<script>", "x"]);
	expect(readFileIds(ANNA, "c")).toEqual([]);
});

test("files that the page of a new chat got while its question was on its way go with its conversation, no other's", () => {
	readFileIds(ANNA, "");
	saveFileIds("", [A]);
	saveSent("", { promptId: "p", text: "Вопрос" });
	takeFirst("other", ["q"]);
	expect([readFileIds(ANNA, "other"), readFileIds(ANNA, "")]).toEqual([[], [A]]);
	takeFirst("c", ["p"]);
	expect([readFileIds(ANNA, "c"), readFileIds(ANNA, "")]).toEqual([[A], []]);
});

test("what a conversation that is gone has unsent goes behind the draft of a new one, once", () => {
	readFileIds(ANNA, "");
	moveToNew("c");
	expect(readDraft(ANNA, "")).toEqual({ text: "", sent: null });
	saveText("", "Новый");
	saveFileIds("", [A]);
	saveText("c", "Набрано");
	saveSent("c", { promptId: "p", text: "Набрано" });
	saveQueued("c", { promptId: "q", text: "В очереди" });
	saveFileIds("c", [B]);
	moveToNew("");
	for (let i = 0; i < 2; i++) moveToNew("c", i === 0 ? "Другая редакция" : "");
	expect(readDraft(ANNA, "").text).toBe("Новый\n\nВ очереди\n\nНабрано\n\nДругая редакция");
	expect(readFileIds(ANNA, "")).toEqual([A, B]);
	expect([readDraft(ANNA, "c"), readQueued("c"), readFileIds(ANNA, "c")]).toEqual([
		{ text: "", sent: null },
		null,
		[],
	]);
});

test("another e-mail of the account removes nothing, nor does a device that still knows the account by its e-mail", () => {
	readDraft(ANNA, "c");
	const sent = { promptId: "p", text: "AAA" };
	saveText("c", "AAA");
	saveSent("c", sent);
	saveQueued("c", { promptId: "q", text: "В очереди" });
	saveFileIds("c", [A]);
	const before = new Map(stored);
	expect([...before.values()].join()).not.toContain("@");
	expect(readDraft({ ...ANNA, email: "new@example.ru" }, "c")).toEqual({ text: "AAA", sent });
	expect(stored).toEqual(before);
	stored.set("drafts of", ANNA.email);
	expect(readDraft(ANNA, "c")).toEqual({ text: "AAA", sent });
	expect(stored).toEqual(before);
	stored.set("drafts of", ANNA.email);
	expect(readDraft(BORIS, "c")).toEqual({ text: "", sent: null });
	expect(stored).toEqual(new Map([["drafts of", "boris"]]));
});
