import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { verifyJournal } from "../../../app/accounts/staff/journal.server.ts";
import {
	deleteConversation,
	eraseConversation,
	restoreConversations,
} from "../../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { listShown } from "../../../app/chat/support-access/list-shown.server.ts";
import { openShownConversation } from "../../../app/chat/support-access/open-shown.server.ts";
import { supportAccessData } from "../../../app/chat/support-access/personal-data.server.ts";
import {
	closeSupportAccess,
	readSupportAccess,
	SHOWN_FOR_MS,
	showToSupport,
} from "../../../app/chat/support-access/support-access.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { eraseData } from "../../../app/privacy/erase-data.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

const NOW = 1_763_700_000_000;
const MINUTE = 60_000;

async function member(db: Db, role: Role) {
	const accountId = await somebody(db);
	await db.updateTable("accounts").set({ name: "Олег" }).where("id", "=", accountId).execute();
	await db
		.insertInto("staff")
		.values({ account_id: accountId, role, granted_by: null, granted_at: 1 })
		.execute();
	return { accountId, role, client: { ip: "192.0.2.9", userAgent: "" }, requestId: "r" };
}

async function conversationOf(db: Db, accountId: string, text = "Вопрос"): Promise<string> {
	const asked = await ask(db, accountId, question(text));
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	return asked.conversationId;
}

/** Somebody who shows a conversation, and the id by which support opens it. */
async function shown(db: Db, note = "") {
	const me = await somebody(db);
	const conversationId = await conversationOf(db, me);
	expect(await showToSupport(db, me, { conversationId, note }, NOW)).toEqual({ outcome: "shown" });
	const [access] = (await listShown(db, { accountId: me }, NOW)).shown;
	return { me, conversationId, id: access?.id ?? "" };
}

const journal = (db: Db) => db.selectFrom("staff_events").selectAll().orderBy("number").execute();

describe("«Показать поддержке»", () => {
	eachDatabase((openTestDb) => {
		test("one conversation, for 24 hours, to who has the right; both sides see who has opened it", async () => {
			const db = await openTestDb();
			const { me, conversationId, id } = await shown(db, "Таблица обрезалась");
			const other = await conversationOf(db, me, "Другой разговор");
			for (const role of ["owner", "administrator", "support"] as const) {
				const staff = await member(db, role);
				const opened = await openShownConversation(db, staff, { id, before: null }, NOW + MINUTE);
				expect(opened).toMatchObject({
					accountId: me,
					note: "Таблица обрезалась",
					expiresAt: NOW + SHOWN_FOR_MS,
					exchanges: [{ prompt: { text: "Вопрос" } }],
				});
				expect((await journal(db)).at(-1)).toMatchObject({
					act: "conversation-opened",
					actor_id: staff.accountId,
					actor_role: role,
					account_id: me,
					after: id,
				});
			}
			const accountant = await member(db, "accountant");
			const nobody = { ...accountant, accountId: await somebody(db), role: "support" as const };
			for (const actor of [accountant, nobody])
				expect(await openShownConversation(db, actor, { id, before: null }, NOW)).toBeNull();
			const support = await member(db, "support");
			for (const wrong of [randomUUID(), conversationId, other, ""])
				expect(await openShownConversation(db, support, { id: wrong, before: null }, NOW)).toBeNull();
			expect(await journal(db)).toHaveLength(3);
			expect(await verifyJournal(db)).toMatchObject({ outcome: "whole", entries: 3 });

			const seen = await readSupportAccess(db, me, conversationId, NOW + MINUTE);
			expect(seen.expiresAt).toBe(NOW + SHOWN_FOR_MS);
			expect(seen.openings.map(({ role }) => role).sort()).toEqual(["administrator", "owner", "support"]);
			expect(seen.openings).toContainEqual({ at: NOW + MINUTE, role: "support", name: "Олег" });
			expect((await listShown(db, {}, NOW)).shown).toMatchObject([
				{ id, accountId: me, openedAt: NOW + MINUTE },
			]);
			// Somebody else's conversation has nothing to show.
			expect(await readSupportAccess(db, nobody.accountId, conversationId, NOW)).toEqual({
				expiresAt: null,
				openings: [],
			});
		});

		test("ends by itself after 24 hours, and at once when the person says so, and can be given anew", async () => {
			const db = await openTestDb();
			const { me, conversationId, id } = await shown(db);
			const support = await member(db, "support");
			const open = async (at: number, which = id) =>
				(await openShownConversation(db, support, { id: which, before: null }, at)) !== null;
			expect(await open(NOW + SHOWN_FOR_MS - 1)).toBe(true);
			expect(await open(NOW + SHOWN_FOR_MS)).toBe(false);
			// Nobody closes what another shows.
			expect(await closeSupportAccess(db, support.accountId, conversationId, NOW + 1)).toBe(false);
			expect(await open(NOW + 1)).toBe(true);
			await closeSupportAccess(db, me, conversationId, NOW + 2);
			expect(await open(NOW + 2)).toBe(false);
			expect((await listShown(db, {}, NOW + 2)).shown).toEqual([]);
			expect((await readSupportAccess(db, me, conversationId, NOW + 2)).expiresAt).toBeNull();
			// What was seen stays said.
			expect((await readSupportAccess(db, me, conversationId, NOW + 2)).openings).toHaveLength(2);
			await showToSupport(db, me, { conversationId, note: "" }, NOW + 3);
			expect(await open(NOW + 3)).toBe(false);
			const [again] = (await listShown(db, { accountId: me }, NOW + 3)).shown;
			expect(await open(NOW + 3, again?.id)).toBe(true);
		});

		test("two presses are one access, not prolonged; a note is kept; nobody shows without end", async () => {
			const db = await openTestDb();
			const { me, conversationId } = await shown(db);
			const press = (note: string, at: number) => showToSupport(db, me, { conversationId, note }, at);
			await Promise.all([press("", NOW + 1), press("Пояснение", NOW + 1), press("", NOW + 1)]);
			const rows = await db.selectFrom("support_access").select(["note", "expires_at"]).execute();
			expect(rows.map(({ note, expires_at }) => [note, Number(expires_at)])).toEqual([
				["Пояснение", NOW + SHOWN_FOR_MS],
			]);
			const stranger = await somebody(db);
			for (const who of [stranger, me]) {
				const conversation = who === me ? randomUUID() : conversationId;
				expect(await showToSupport(db, who, { conversationId: conversation, note: "" }, NOW)).toEqual({
					outcome: "no-such-conversation",
				});
			}
			const outcomes: string[] = [];
			for (let i = 0; i < 20; i++) {
				await closeSupportAccess(db, me, conversationId, NOW + 2);
				outcomes.push((await press("", NOW + 2)).outcome);
			}
			expect(outcomes.slice(-2)).toEqual(["shown", "too-many"]);
		});

		test("a deleted conversation is shown to nobody, nor one of somebody who is shut out", async () => {
			const db = await openTestDb();
			const { me, conversationId, id } = await shown(db);
			const support = await member(db, "support");
			const open = async () =>
				(await openShownConversation(db, support, { id, before: null }, NOW + 1)) !== null;
			await deleteConversation(db, me, conversationId);
			expect(await open()).toBe(false);
			expect((await listShown(db, {}, NOW)).shown).toEqual([]);
			expect(await showToSupport(db, me, { conversationId, note: "" }, NOW)).toEqual({
				outcome: "no-such-conversation",
			});
			await restoreConversations(db, me, [conversationId]);
			expect(await open()).toBe(true);
			await db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", me).execute();
			expect(await open()).toBe(false);
		});

		test("goes with the conversation and with the account, and is in a person's data", async () => {
			const db = await openTestDb();
			const { me, conversationId, id } = await shown(db, "Пояснение");
			const support = await member(db, "support");
			await openShownConversation(db, support, { id, before: null }, NOW + 1);
			const own = await Array.fromAsync(supportAccessData.read(db, me));
			expect(own).toMatchObject([{ conversationId, note: "Пояснение", grantedAt: NOW, closedAt: null }]);
			const [{ openings }] = own as [{ openings: AsyncIterable<unknown> }];
			expect(await Array.fromAsync(openings)).toEqual([{ at: NOW + 1, role: "support", name: "Олег" }]);
			const rows = async () => {
				const [access, opened] = await Promise.all([
					db.selectFrom("support_access").select("id").execute(),
					db.selectFrom("support_openings").select("id").execute(),
				]);
				return [access.length, opened.length];
			};
			expect(await rows()).toEqual([1, 1]);
			await deleteConversation(db, me, conversationId);
			await eraseConversation(db, conversationId);
			expect(await rows()).toEqual([0, 0]);

			const second = await shown(db);
			await openShownConversation(db, support, { id: second.id, before: null }, NOW + 1);
			expect(await rows()).toEqual([1, 1]);
			await eraseData(db, second.me, NOW + 2);
			expect(await rows()).toEqual([0, 0]);
		});
	});
});
