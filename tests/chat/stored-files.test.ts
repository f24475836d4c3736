import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Owner } from "../../app/routes/chat/composer/draft-storage.ts";
import { OF_TAB } from "../../app/ui/static-page/forget-tab.ts";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";
const C = "33333333-3333-4333-8333-333333333333";

const ANNA: Owner = { id: "anna", email: "anna@example.ru" };
const BORIS: Owner = { id: "boris", email: "boris@example.ru" };

/** What all tabs of the browser share. */
let stored: Map<string, string>;
/** Those of the tabs that listen, by tab. */
let listeners: Map<object, (event: StorageEvent) => void>;
/** What the browser keeps of each tab alone. */
let sessions: Map<object, Map<string, string>>;
/** What the browser keeps of a tab alone has no room for more. */
let isFull: boolean;
/** The tab that does something. */
let acting: object;

function change(key: string, newValue: string | null) {
	const oldValue = stored.get(key) ?? null;
	if (oldValue === newValue) return;
	if (newValue === null) stored.delete(key);
	else stored.set(key, newValue);
	const by = acting;
	for (const [tab, listen] of listeners) {
		if (tab === by) continue;
		acting = tab;
		listen({ key, oldValue, newValue } as StorageEvent);
		acting = by;
	}
}

beforeEach(() => {
	stored = new Map();
	listeners = new Map();
	sessions = new Map();
	isFull = false;
	vi.stubGlobal("sessionStorage", {
		getItem: (name: string) => sessions.get(acting)?.get(name) ?? null,
		setItem: (name: string, value: string) => {
			if (isFull) throw new Error("QuotaExceededError");
			sessions.get(acting)?.set(name, value);
		},
		removeItem: (name: string) => void sessions.get(acting)?.delete(name),
	});
	vi.stubGlobal(
		"localStorage",
		new Proxy(
			{
				getItem: (name: string) => stored.get(name) ?? null,
				setItem: change,
				removeItem: (name: string) => change(name, null),
			},
			{
				ownKeys: () => [...stored.keys()],
				getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
			},
		),
	);
});
afterEach(() => vi.unstubAllGlobals());

/**
 * A tab of the browser: what it has in memory is its own.
 * @param session what the browser has kept of it: a tab that is loaded anew, or a duplicate of another
 */
async function openTab(owner = ANNA, session: ReadonlyMap<string, string> = new Map()) {
	vi.resetModules();
	const drafts = await import("../../app/routes/chat/composer/draft-storage.ts");
	const { restoreOwn } = await import("../../app/routes/chat/composer/tab-storage.ts");
	/** Does something in this tab, of which the others hear. */
	const act = <T>(what: (tab: typeof drafts) => T): T => {
		acting = drafts;
		return what(drafts);
	};
	const ownSession = new Map(session);
	sessions.set(drafts, ownSession);
	const draft = act(({ readDraft, readFileIds }) => ({
		...readDraft(owner, ""),
		files: readFileIds(owner, ""),
	}));
	listeners.set(drafts, restoreOwn);
	const close = () => {
		listeners.delete(drafts);
		return ownSession;
	};
	return { ...drafts, act, close, session: ownSession, draft };
}

const texts = (of = "") =>
	[...stored].filter(([name]) => name === `draft ${of || "new"}`).map(([, text]) => text);

test("the unsent files of a conversation are kept on the device, for one account", async () => {
	const { readFileIds, saveFileIds } = await openTab();
	expect(readFileIds(ANNA, "c")).toEqual([]);
	saveFileIds("c", [A, B]);
	saveFileIds("", [B]);
	expect(readFileIds(ANNA, "c")).toEqual([A, B]);
	expect(readFileIds(BORIS, "c")).toEqual([]);
	expect(readFileIds(ANNA, "")).toEqual([]);
});

test("of more files than a question takes, which several tabs have stored, none is forgotten", async () => {
	const all = Array.from({ length: 12 }, (_, i) => A.replace(/^../, String(i + 10)));
	const [one, two] = [await openTab(), await openTab()];
	one.act(({ saveFileIds }) => saveFileIds("", all.slice(0, 6)));
	two.act(({ saveFileIds }) => saveFileIds("", all.slice(6)));
	const third = await openTab();
	expect(third.draft.files).toEqual(all.slice(0, 10));
	// As the composer does with those that the server still has.
	third.act(({ saveFileIds }) => saveFileIds("", all.slice(0, 9)));
	third.act(({ forgetFiles }) => forgetFiles("c", all.slice(0, 9)));
	expect((await openTab()).draft.files).toEqual(all.slice(10));
});

test("sent files are forgotten in their conversation and where it was begun; what is no id is no file", async () => {
	const { forgetFiles, readFileIds, saveFileIds } = await openTab();
	readFileIds(ANNA, "c");
	saveFileIds("c", [A]);
	saveFileIds("", [A, B]);
	forgetFiles("c", [A]);
	expect([readFileIds(ANNA, "c"), readFileIds(ANNA, "")]).toEqual([[], [B]]);
	saveFileIds("c", ["<script>", "x"]);
	expect(readFileIds(ANNA, "c")).toEqual([]);
});

test("files that the page of a new chat got while its question was on its way go with its conversation, no other's", async () => {
	const { readFileIds, saveFileIds, saveSent, takeFirst } = await openTab();
	readFileIds(ANNA, "");
	saveFileIds("", [A]);
	saveSent("", { promptId: "p", text: "Вопрос" });
	takeFirst("other", ["q"]);
	expect([readFileIds(ANNA, "other"), readFileIds(ANNA, "")]).toEqual([[], [A]]);
	takeFirst("c", ["p"]);
	expect([readFileIds(ANNA, "c"), readFileIds(ANNA, "")]).toEqual([[A], []]);
});

test("what a conversation that is gone has unsent goes behind the draft of a new one, once", async () => {
	const { moveToNew, readDraft, readFileIds, readQueued, ...tab } = await openTab();
	const { saveFileIds, saveQueued, saveSent, saveText } = tab;
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

test("of two tabs with a new chat, the question of one takes its own words and files along, and the other's stay", async () => {
	const [one, other] = [await openTab(), await openTab()];
	const sent = { promptId: "p", text: "AAA", files: A };
	one.act(({ addFileId, saveSent, saveText }) => {
		saveText("", "AAA");
		addFileId("", A);
		saveSent("", sent);
	});
	other.act(({ addFileId, saveText }) => {
		saveText("", "BBB");
		addFileId("", B);
	});
	one.act(({ addFileId }) => addFileId("", C));
	const arrived = one.act(({ forgetFiles, takeFirst }) => {
		forgetFiles("c", [A]);
		return takeFirst("c", ["p"]);
	});
	expect(arrived).toBe("");
	expect(one.readDraft(ANNA, "c")).toEqual({ text: "", sent: null });
	expect([one.readFileIds(ANNA, "c"), one.readFileIds(ANNA, "")]).toEqual([[C], [B]]);
	expect(other.readDraft(ANNA, "").text).toBe("BBB");
	// After a reload as well.
	expect((await openTab()).readDraft(ANNA, "")).toEqual({ text: "BBB", sent: null });
});

test("what the tab of the question has typed meanwhile goes along, also when another tab has written over it", async () => {
	const [one, other] = [await openTab(), await openTab()];
	one.act(({ saveSent, saveText }) => {
		saveText("", "AAA");
		saveSent("", { promptId: "p", text: "AAA" });
		saveText("", "Ещё");
	});
	other.act(({ saveText }) => saveText("", "BBB"));
	// The question is in a transcript of the other tab first, which it does not concern.
	expect(other.act(({ takeFirst }) => takeFirst("c", ["p"]))).toBe("");
	expect(other.readDraft(ANNA, "")).toEqual({ text: "BBB", sent: null });
	expect(one.act(({ takeFirst }) => takeFirst("c", ["p"]))).toBe("Ещё");
	expect(one.act(({ takeFirst }) => takeFirst("c", ["p"]))).toBe("");
	expect(texts()).toEqual(["BBB"]);
});

test.each(["", "c"])(
	"what one tab has typed in %j and not sent outlives the question of another",
	async (chat) => {
		const [one, other] = [await openTab(), await openTab()];
		for (const tab of [one, other]) tab.act(({ readDraft }) => readDraft(ANNA, chat));
		one.act(({ saveText }) => saveText(chat, "AAA"));
		other.act(({ saveSent, saveText }) => {
			saveText(chat, "BBB");
			saveSent(chat, { promptId: "p", text: "BBB" });
		});
		// It is gone from the place of both, and this tab has another conversation open.
		other.act(({ saveSent, saveText, takeFirst }) => {
			if (chat === "") takeFirst("d", ["p"]);
			else saveText(chat, "");
			saveSent(chat, null);
		});
		expect(texts(chat)).toEqual(["AAA"]);
		expect(one.act(({ readDraft }) => readDraft(ANNA, chat))).toEqual({ text: "AAA", sent: null });
		expect((await openTab()).readDraft(ANNA, chat)).toEqual({ text: "AAA", sent: null });
		// The other tab empties its field, which is not this one's.
		other.act(({ saveText }) => saveText(chat, ""));
		expect(texts(chat)).toEqual(["AAA"]);
	},
);

test("the same words in two tabs are gone when one of them has sent them", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("c", "AAA"));
	const other = await openTab();
	other.act(({ readDraft, saveSent, saveText }) => {
		saveText("c", readDraft(ANNA, "c").text);
		saveSent("c", { promptId: "p", text: "AAA" });
		saveText("c", "");
		saveSent("c", null);
	});
	expect(texts("c")).toEqual([]);
	expect(one.readDraft(ANNA, "c")).toEqual({ text: "", sent: null });
});

test("a draft that another tab has gone on with is that tab's, and gone when it has sent it", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("c", "AAA"));
	const other = await openTab();
	other.act(({ readDraft, saveText }) => saveText("c", `${readDraft(ANNA, "c").text} и дальше`));
	// The first tab has had another conversation open, and comes back: the newer text is not written over.
	const back = one.act(({ readDraft }) => readDraft(ANNA, "c").text);
	expect(back).toBe("AAA и дальше");
	one.act(({ saveText }) => saveText("c", back));
	expect(texts("c")).toEqual(["AAA и дальше"]);
	other.act(({ saveText }) => saveText("c", "AAA и дальше, до конца"));
	other.act(({ saveText }) => saveText("c", ""));
	expect(texts("c")).toEqual([]);
	expect(one.act(({ readDraft }) => readDraft(ANNA, "c").text)).toBe("");
});

test("a draft with a file that another tab has gone on with is there as it is stored", async () => {
	const one = await openTab();
	one.act(({ addFileId, saveText }) => {
		saveText("", "AAA");
		addFileId("", A);
	});
	const other = await openTab();
	other.act(({ saveText }) => saveText("", "AAA и дальше"));
	expect(one.act(({ readDraft }) => readDraft(ANNA, "").text)).toBe("AAA и дальше");
	expect((await openTab(ANNA, one.close())).draft).toEqual({ text: "AAA и дальше", sent: null, files: [A] });
});

test("a tab that has only read the draft of another does not bring its beginning back", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("", "При"));
	const other = await openTab();
	other.act(({ readDraft, saveText }) => saveText("", readDraft(ANNA, "").text));
	for (const typed of ["Пр", "Прочти это"]) one.act(({ saveText }) => saveText("", typed));
	one.act(({ saveSent, takeFirst }) => {
		saveSent("", { promptId: "p", text: "Прочти это" });
		takeFirst("c", ["p"]);
	});
	expect(texts()).toEqual([]);
	expect((await openTab()).readDraft(ANNA, "")).toEqual({ text: "", sent: null });
	// What is typed in it from now on is its own.
	other.act(({ saveText }) => saveText("", "Привет"));
	one.act(({ saveText }) => saveText("", "BBB"));
	one.act(({ saveText }) => saveText("", ""));
	expect(texts()).toEqual(["Привет"]);
});

test("another account finds nothing, and a tab of the former one brings nothing back", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("", "AAA"));
	const other = await openTab();
	other.act(({ saveText }) => saveText("", "BBB"));
	expect(other.act(({ readDraft }) => readDraft(BORIS, ""))).toEqual({ text: "", sent: null });
	expect(stored).toEqual(new Map([["drafts of", "boris"]]));
});

test("another e-mail of the account removes nothing, nor does a device that still knows the account by its e-mail", async () => {
	const { readDraft, saveFileIds, saveQueued, saveSent, saveText } = await openTab();
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
	expect((await openTab()).readDraft(ANNA, "c")).toEqual({ text: "AAA", sent });
	expect(stored).toEqual(before);
	// Of another account.
	stored.set("drafts of", ANNA.email);
	const boris = await openTab(BORIS);
	expect(boris.readDraft(BORIS, "c")).toEqual({ text: "", sent: null });
	expect(stored).toEqual(new Map([["drafts of", "boris"]]));
});

test("files of two tabs stand side by side", async () => {
	const [one, other] = [await openTab(), await openTab()];
	one.act(({ saveFileIds }) => saveFileIds("c", [A]));
	other.act(({ saveFileIds }) => saveFileIds("c", [B]));
	one.act(({ saveFileIds }) => saveFileIds("c", [A, C]));
	expect((await openTab()).readFileIds(ANNA, "c")).toEqual([B, A, C]);
	one.act(({ saveFileIds }) => saveFileIds("c", []));
	expect((await openTab()).readFileIds(ANNA, "c")).toEqual([B]);
});

test("a tab that is loaded anew has its own words and files, not those that another one has stored last", async () => {
	const [one, other] = [await openTab(), await openTab()];
	one.act(({ addFileId, saveText }) => {
		saveText("", "AAA");
		addFileId("", A);
	});
	const sent = { promptId: "p", text: "BBB", files: B };
	other.act(({ addFileId, saveSent, saveText }) => {
		saveText("", "BBB");
		saveSent("", sent);
		addFileId("", B);
	});
	const again = await openTab(ANNA, one.close());
	expect(again.draft).toEqual({ text: "AAA", sent: null, files: [A] });
	const otherAgain = await openTab(ANNA, other.close());
	expect(otherAgain.draft).toEqual({ text: "BBB", sent, files: [B] });
	// Files without words are a draft as well.
	again.act(({ saveText }) => saveText("", ""));
	expect((await openTab(ANNA, again.close())).draft).toEqual({ text: "", sent: null, files: [A] });
	// One that is new has all that is stored.
	expect((await openTab()).draft).toMatchObject({ text: "BBB", files: [A, B] });
});

test("a duplicate of a tab begins with the same words, and keeps them when the other sends its own", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("", "AAA"));
	const twin = await openTab(ANNA, one.session);
	expect(twin.draft.text).toBe("AAA");
	one.act(({ saveSent, saveText, takeFirst }) => {
		saveText("", "BBB");
		saveSent("", { promptId: "p", text: "BBB" });
		takeFirst("c", ["p"]);
	});
	expect((await openTab(ANNA, twin.close())).draft).toEqual({ text: "AAA", sent: null, files: [] });
});

test("what was sent from another tab does not come back in one that was loaded anew meanwhile", async () => {
	const one = await openTab();
	one.act(({ addFileId, saveText }) => {
		saveText("", "AAA");
		addFileId("", A);
	});
	const session = one.close();
	const twin = await openTab(ANNA, session);
	twin.act(({ forgetFiles, saveSent, takeFirst }) => {
		saveSent("", { promptId: "p", text: "AAA", files: A });
		forgetFiles("c", [A]);
		takeFirst("c", ["p"]);
	});
	expect((await openTab(ANNA, session)).draft).toEqual({ text: "", sent: null, files: [] });
});

test("a tab whose words were sent from another one does not take for its own what it reads there later", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("", "AAA"));
	const session = one.close();
	const twin = await openTab(ANNA, session);
	twin.act(({ saveSent, takeFirst }) => {
		saveSent("", { promptId: "p", text: "AAA" });
		takeFirst("c", ["p"]);
	});
	const again = await openTab(ANNA, session);
	twin.act(({ saveText }) => saveText("", "BBB"));
	expect(again.act(({ readDraft }) => readDraft(ANNA, "")).text).toBe("BBB");
	for (const typed of ["CCC", ""]) twin.act(({ saveText }) => saveText("", typed));
	expect(texts()).toEqual([]);
});

test("all that is kept of a tab alone is what a sign-out has it forget", async () => {
	const one = await openTab();
	one.act(({ addFileId, saveText }) => {
		saveText("", "Отчего небо синее", "Почему");
		addFileId("", A);
	});
	expect(one.session.size).toBe(4);
	expect([...one.session.keys()].filter((name) => !OF_TAB.test(name))).toEqual([]);
});

test("a tab that the browser keeps no more of has what is stored when it is loaded anew, and nothing older", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("", "Нача"));
	isFull = true;
	one.act(({ saveText }) => saveText("", "Начало и конец"));
	isFull = false;
	expect((await openTab(ANNA, one.close())).draft.text).toBe("Начало и конец");
});

test("a question that has arrived is no draft of the tab that was loaded anew after sending it", async () => {
	const [one, other] = [await openTab(), await openTab()];
	one.act(({ saveSent, saveText }) => {
		saveText("", "AAA");
		saveSent("", { promptId: "p", text: "AAA" });
	});
	other.act(({ saveSent, saveText }) => {
		saveText("", "BBB");
		saveSent("", { promptId: "q", text: "BBB" });
	});
	const again = await openTab(ANNA, one.close());
	expect(again.draft).toMatchObject({ text: "AAA", sent: { promptId: "p" } });
	again.act(({ takeFirst }) => takeFirst("c", ["p"]));
	expect((await openTab(ANNA, again.close())).draft.text).toBe("BBB");
});

test("of another account that has signed in in another tab, nothing of the former one is there after a reload", async () => {
	const one = await openTab();
	one.act(({ addFileId, saveText }) => {
		saveText("", "AAA");
		addFileId("", A);
	});
	const session = one.close();
	const other = await openTab(BORIS);
	other.act(({ saveText }) => saveText("", "BBB"));
	const again = await openTab(BORIS, session);
	expect(again.draft).toEqual({ text: "BBB", sent: null, files: [] });
	expect([...again.session.values()].join()).not.toContain("AAA");
});

test("words that were made of the initial text of an address are known after a reload, and others are not", async () => {
	const one = await openTab();
	one.act(({ saveText }) => saveText("", "Отчего небо синее", "Почему"));
	const again = await openTab(ANNA, one.close());
	expect(["Почему", "Зачем", ""].map((asked) => again.isMadeOf("", asked))).toEqual([true, false, false]);
	again.act(({ saveText }) => saveText("", "Своё"));
	expect(again.isMadeOf("", "Почему")).toBe(false);
	again.act(({ saveText }) => {
		saveText("", "Отчего", "Почему");
		saveText("", "", "Почему");
	});
	expect(again.isMadeOf("", "Почему")).toBe(false);
	again.act(({ saveText }) => saveText("", "Отчего", "Почему"));
	// What another tab has there was not made in this one.
	expect((await openTab()).isMadeOf("", "Почему")).toBe(false);
});
