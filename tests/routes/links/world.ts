import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { orderBill } from "../../billing/bills/bill.ts";
import { agreed } from "../../billing/renewals/agreed.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { Person } from "../../support/person.ts";
import { plansFileOf } from "../../support/plans-file.ts";
import { type AdminSite, enrol, idOf, waitingInvitation } from "../admin/enrol.ts";
import { sendForm, sendTyped } from "../admin/forms.ts";
import { conversationOf, ended, fileOf, question, settled } from "../files/uploads.ts";

const HOUR = 3_600_000;
const local = (at: number) => new Date(at + 3 * HOUR).toISOString().slice(0, 16);

/** Everybody whose pages are looked at, and pages of theirs that the first ones of a list may not lead to. */
export type LinkedWorld = {
	people: Record<"guest" | "member" | Role, Person>;
	/** Of the member. */
	pages: string[];
	/** The cards of people whom something can be done to. */
	cards: string[];
	stop: () => Promise<unknown>;
};

/** A price of «Плюс» that is announced, so that there is one to withdraw. */
const plansWithNext = () =>
	plansFileOf(
		JSON.parse(readFileSync("content/plans.json", "utf8")).map((line: { key: string }) =>
			line.key === "plus-month" ? { ...line, next: { price: 49_000, from: "2999-01-01" } } : line,
		),
	);

/** A product with something in each list of its screens, made by the forms as people and staff send them. */
export async function startLinkedWorld(
	start: (env: Record<string, string>) => Promise<AdminSite>,
): Promise<LinkedWorld> {
	const [model, search, mcp] = await Promise.all([
		startFakeModel({ models: ["big", "small"] }),
		startFakeSearch([{ url: "https://cbr.ru/rate", title: "Ставка", snippet: "Слова" }]),
		startFakeMcp({ era: "modern", fault: "none" }),
	]);
	const site = await start({ YOOKASSA_RENEWAL: "1", MODEL_TITLES: "0", PLANS_FILE: plansWithNext() });
	const of = (name: string, role?: Role) => enrol(site, name, role);
	const [owner, member] = [await of("owner", "owner"), await of("member")];
	const [blocked, deleted, secured] = [await of("blocked"), await of("deleted"), await of("secured")];
	const people = {
		...{ guest: new Person(site.instance), member, owner },
		administrator: await of("administrator", "administrator"),
		support: await of("support", "support"),
		accountant: await of("accountant", "accountant"),
	};
	const card = async (person: Person, act = "") =>
		`/admin/people?account=${await idOf(site, person)}${act && `&do=${act}`}`;

	/** Sends the form of a page, with the proof. @returns where it leads */
	async function act(path: string, fields: Record<string, string> | [string, string][] = {}) {
		// So many proofs in a minute are too many otherwise.
		await site.db.deleteFrom("throttles").execute();
		const list = Array.isArray(fields) ? fields : Object.entries(fields);
		const answer = await sendForm(owner, path, list);
		if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`);
		return answer.headers.get("Location") ?? "";
	}

	const server = { title: "Наш", place: "home", usage: "1", baseUrl: model.url };
	const check = await act("/admin/models?do=server", { ...server, key: "sk-of-a-test-a1b2" });
	await act(check, [
		["intent", "add"],
		["add", "big"],
		["add", "small"],
	]);
	for (const name of ["big", "small"])
		await act(`/admin/models?do=model&model=${name}`, { modelName: name, tools: "1", sees: "1", on: "1" });
	for (const take of ["/admin/plans?do=take", "/admin/plans?do=off&key=pro-year"]) {
		const taken = await sendTyped(owner, take);
		if (taken.status !== 303) throw new Error(`${take} answered ${taken.status}`);
	}
	await act("/admin/codes?do=new", {
		...{ promoCode: "ШКОЛА20", kind: "percent", value: "20", scope: "any", plans: "plus-month" },
	});
	await waitingInvitation(site.db, "waits");
	await act("/admin/tools?do=search", { provider: "searxng", url: search.url });
	await act("/admin/tools?do=server", { title: "Школа", serverKey: "school", url: mcp.url, place: "home" });
	const echo = { tool: "echo", "use:echo": "read", "asks:echo": "no", "title:echo": "Повтор" };
	await act("/admin/tools?do=allow&server=school", { intent: "save", ...echo });
	const now = Date.now();
	await act("/admin/look?tab=announcement", {
		...{ text: "Ночью работы", audience: "all", hideable: "on" },
		...{ from: local(now - HOUR), until: local(now + HOUR) },
	});
	const [draft, sending] = [randomUUID(), randomUUID()];
	for (const requestId of [draft, sending])
		await act("/admin/news?do=new", { requestId, subject: "Новости", body: "Появились модели." });
	await site.db.updateTable("newsletters").set({ state: "sending" }).where("id", "=", sending).execute();
	const paper = { title: "Согласие", description: "О нём", body: "## Кому\n\n1. Всем." };
	await act("/admin/papers?kind=consent&do=edit", paper);

	for (const person of [member, deleted]) await buy(person, "pay");
	await buy(member, null);
	for (const person of [member, member, deleted]) await orderBill(site.db, await idOf(site, person), now);
	await act("/admin/bills?bill=1&do=paid");
	await agreed(site.db, await idOf(site, member));
	const factor = { sealed_seed: "", confirmed_at: 1, last_step: 0, created_at: 1 };
	await site.db
		.insertInto("second_factors")
		.values({ account_id: await idOf(site, secured), ...factor })
		.execute();
	const cards = await Promise.all([member, blocked, deleted, secured].map((person) => card(person)));
	const reason = "Заявка 214";
	await act(await card(blocked, "block"), { reason });
	await act(await card(deleted, "delete"), { reason, email: deleted.email, noRefund: "on" });

	return {
		people,
		pages: await talk(member),
		cards,
		stop: () => Promise.all([model.stop(), search.stop(), mcp.stop()]),
	};
}

/** Buys «Плюс» in the sandbox, or begins to. */
async function buy(person: Person, outcome: "pay" | null): Promise<void> {
	const paymentId = randomUUID();
	const order = { intent: "pay", paymentId, planKey: "plus-month", receiptEmail: person.email };
	const begun = await person.post("/payment", order);
	if (begun.status !== 303) throw new Error(`the order answered ${begun.status}`);
	if (!outcome) return;
	await person.post("/payment/sandbox", { paymentId, outcome });
	await person.fetch(`/payment/success?payment=${paymentId}`);
}

/** Two documents in a collection, and conversations: one is rated and shown to support, one knows a document, one is archived. */
async function talk(member: Person): Promise<string[]> {
	const collectionId = randomUUID();
	await member.post("/documents", { intent: "make-collection", collectionId, name: "Аренда" });
	const uploaded = await member.postFiles("/documents", [
		["intent", "upload"],
		["uploadId", randomUUID()],
		["collectionId", collectionId],
		["files", fileOf("Договор.txt", "Аренда на год.")],
		["files", fileOf("Счёт.txt", "Оплата до пятого числа.")],
	]);
	const files = [...(uploaded.headers.get("Location") ?? "").matchAll(/new\d+=([\w-]{36})/g)];
	const [fileId = ""] = files.map(([, id]) => id ?? "");
	await settled(member, fileId);

	const { conversationId, answerId } = await member.ask("Как заварить чай?");
	await ended(member, conversationId);
	await member.post("/chat", { intent: "rate", answerId, rating: "down", reason: "Неточно" });
	await member.post("/chat/show", { intent: "show", conversationId, note: "" });
	const asked = await member.postFiles("/chat", question("Что в нём?", [], [["fileId", fileId]]));
	await ended(member, conversationOf(asked));
	const archived = await member.ask("Для архива");
	await ended(member, archived.conversationId);
	await member.post("/chat", {
		intent: "archive",
		conversationId: archived.conversationId,
		archived: "1",
	});
	return [
		...[`/chat?c=${conversationId}`, `/chat?c=${conversationOf(asked)}`],
		...[`/documents?collection=${collectionId}`, `/documents?do=collect&file=${fileId}`],
	];
}
