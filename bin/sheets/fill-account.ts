import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import type { Plan } from "../../app/billing/plans/plan.server.ts";
import type { Person } from "../../tests/support/person.ts";
import { OTHERS, PINNED, QUESTION, SECOND_ANSWER, SECOND_QUESTION, TITLE } from "./words.ts";

type Insert = (table: string, row: Record<string, SQLInputValue>) => void;

const DAY = 86_400_000;
const PLANS: Plan[] = JSON.parse(readFileSync("content/plans.json", "utf8"));
export const PLUS = PLANS.find(({ key }) => key === "plus-month") as Plan;

/** How many days ago, the plan, the method, the state. */
const PAYMENTS: [number, string, string, string][] = [
	[7, "plus-month", "Карта ••\u00a04417", "paid"],
	[38, "plus-month", "СБП", "paid"],
	[38, "plus-month", "Карта ••\u00a04417", "canceled"],
	[68, "plus-month", "Карта ••\u00a04417", "paid"],
	[79, "pro-month", "Карта ••\u00a04417", "refunded"],
	...[110, 141, 172, 203, 233, 264, 295].map((days): [number, string, string, string] => [
		days,
		"plus-month",
		"СБП",
		"paid",
	]),
];

/** The browser, and how many days ago it was seen. */
const DEVICES: [string, number][] = [
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
		2 / 24,
	],
	["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", 12],
];

/**
 * Gives somebody the life of the drawings. The conversation is asked by the form; what takes weeks is written into the
 * database.
 * @returns the address of the conversation
 */
export async function fillAccount(db: DatabaseSync, person: Person): Promise<string> {
	const now = Date.now();
	const id = String(db.prepare("select id from accounts where email = ?").get(person.email)?.id);
	const insert: Insert = (table, row) => {
		const places = Object.keys(row).map(() => "?");
		const sql = `insert into ${table} (${Object.keys(row)}) values (${places})`;
		db.prepare(sql).run(...Object.values(row));
	};
	db.prepare("update accounts set name = 'Анна Ковалёва', password_changed_at = ? where id = ?").run(
		now - 79 * DAY,
		id,
	);
	pay(insert, id, person.email, now);
	for (const [user_agent, days] of DEVICES) {
		const seen = { created_at: now - 20 * DAY, seen_at: now - days * DAY };
		const names = { id: randomUUID(), account_id: id, token_hash: randomUUID() };
		insert("sessions", { ...names, ...seen, ip_network: "95.24.0.0/16", user_agent });
	}
	OTHERS.forEach(([title, days], i) => {
		const at = now - days * DAY - (i + 1) * 60_000;
		const times = { created_at: at, updated_at: at, indexed_at: at, pinned_at: title === PINNED ? at : null };
		insert("conversations", { id: randomUUID(), account_id: id, title, ...times });
	});
	const conversation = await converse(db, insert, person);
	spend(db, insert, id, now);
	return `/chat?c=${conversation}`;
}

function pay(insert: Insert, account_id: string, receipt_email: string, now: number): void {
	PAYMENTS.forEach(([days, plan_key, method, state], i) => {
		const plan = PLANS.find(({ key }) => key === plan_key);
		const at = now - days * DAY - i * 60_000;
		const bought = { account_id, plan_key, plan: JSON.stringify(plan), created_at: at };
		const purchase = randomUUID();
		insert("purchases", {
			...bought,
			id: purchase,
			amount: plan?.price ?? 0,
			receipt_email,
			gateway: "sandbox",
			method,
			state,
			reason: state === "canceled" ? "insufficient_funds" : null,
			ended_at: at,
		});
		const period = { id: randomUUID(), purchase_id: purchase, starts_at: at, ends_at: at + 30 * DAY };
		if (i === 0) insert("subscriptions", { ...bought, ...period });
	});
}

/** Two questions; the first has three versions of its answer, of which the one in the middle is shown. */
async function converse(db: DatabaseSync, insert: Insert, person: Person): Promise<string> {
	const { conversationId, answerId } = await person.ask(QUESTION);
	await ended(db, conversationId);
	await person.ask(SECOND_QUESTION, conversationId);
	await ended(db, conversationId);
	const rename = "update conversations set title = ?, title_by = 'person' where id = ?";
	db.prepare(rename).run(TITLE, conversationId);
	const answer = { ...db.prepare("select * from answers where id = ?").get(answerId) };
	for (const shift of [-1_000, 1_000]) {
		const version = { id: randomUUID(), text: SECOND_ANSWER, created_at: Number(answer.created_at) + shift };
		insert("answers", { ...answer, ...version, reservation: null, attempt_id: null });
	}
	db.prepare("update answers set chosen_at = ? where id = ?").run(Date.now(), answerId);
	return conversationId;
}

/** 1 086 of 1 500 messages, and a chart of thirty days. */
function spend(db: DatabaseSync, insert: Insert, account_id: string, now: number): void {
	const find = db.prepare("select id from allowances where account_id = ? and source <> 'free'");
	const allowance_id = String(find.get(account_id)?.id);
	db.prepare("update allowances set used = 1086 where id = ?").run(allowance_id);
	for (let day = 0; day < 30; day++) {
		for (let i = 0; i < 12 + ((day * 7) % 23); i++) {
			const names = { id: randomUUID(), reference: randomUUID(), account_id, allowance_id };
			insert("ledger", { ...names, kind: "reserve", messages: -1, at: now - day * DAY });
		}
	}
}

/** Waits until nothing is being written in a conversation. */
async function ended(db: DatabaseSync, conversationId: string): Promise<void> {
	const writing = db.prepare("select 1 from answers where conversation_id = ? and state = 'writing'");
	for (let i = 0; i < 600; i++) {
		if (!writing.get(conversationId)) return;
		await wait(50);
	}
	throw new Error("The answer does not end.");
}
