import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
	forgetFiles,
	moveToNew,
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

beforeEach(() => {
	const stored = new Map<string, string>();
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
	expect(readFileIds("anna", "c")).toEqual([]);
	saveFileIds("c", [A, B]);
	saveFileIds("", [B]);
	expect(readFileIds("anna", "c")).toEqual([A, B]);
	expect(readFileIds("boris", "c")).toEqual([]);
	expect(readFileIds("anna", "")).toEqual([]);
});

test("sent files are forgotten in their conversation and where it was begun; what is no id is no file", () => {
	readFileIds("anna", "c");
	saveFileIds("c", [A]);
	saveFileIds("", [A, B]);
	forgetFiles("c", [A]);
	expect([readFileIds("anna", "c"), readFileIds("anna", "")]).toEqual([[], [B]]);
	saveFileIds("c", ["<script>", "x"]);
	expect(readFileIds("anna", "c")).toEqual([]);
});

test("files that the page of a new chat got while its question was on its way go with its conversation, no other's", () => {
	readFileIds("anna", "");
	saveFileIds("", [A]);
	saveSent("", { promptId: "p", text: "Вопрос" });
	takeFirst("other", ["q"]);
	expect([readFileIds("anna", "other"), readFileIds("anna", "")]).toEqual([[], [A]]);
	takeFirst("c", ["p"]);
	expect([readFileIds("anna", "c"), readFileIds("anna", "")]).toEqual([[A], []]);
});

test("what a conversation that is gone has unsent goes behind the draft of a new one, once", () => {
	readFileIds("anna", "");
	moveToNew("c");
	expect(readDraft("anna", "")).toEqual({ text: "", sent: null });
	saveText("", "Новый");
	saveFileIds("", [A]);
	saveText("c", "Набрано");
	saveSent("c", { promptId: "p", text: "Набрано" });
	saveQueued("c", { promptId: "q", text: "В очереди" });
	saveFileIds("c", [B]);
	moveToNew("");
	for (let i = 0; i < 2; i++) moveToNew("c", i === 0 ? "Другая редакция" : "");
	expect(readDraft("anna", "").text).toBe("Новый\n\nВ очереди\n\nНабрано\n\nДругая редакция");
	expect(readFileIds("anna", "")).toEqual([A, B]);
	expect([readDraft("anna", "c"), readQueued("c"), readFileIds("anna", "c")]).toEqual([
		{ text: "", sent: null },
		null,
		[],
	]);
});
