import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "../../app/accounts/delete-account.server.ts";
import { askEmailChange, confirmEmailChange } from "../../app/accounts/email-change/change-email.server.ts";
import { allowancesData } from "../../app/billing/personal-data.server.ts";
import { grantSubscription } from "../../app/billing/plans/subscriptions.server.ts";
import {
	readAllowance,
	reserveMessage,
	returnMessage,
	settleMessage,
} from "../../app/billing/quota/allowance.server.ts";
import { forgetFreeUse } from "../../app/billing/quota/free-use.server.ts";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { eraseAccountHandler, eraseData } from "../../app/privacy/erase-data.server.ts";
import { exportData } from "../../app/privacy/export-data.server.ts";
import {
	ANNA,
	client,
	DAY,
	email,
	HOUR,
	NOW,
	PASSWORD,
	somebody,
	tokenOf,
	type World,
	world,
} from "../accounts/world.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { expectBooksToBalance, expectEveryRowExplained } from "./ledger.ts";
import { aPlan } from "./plan.ts";

const TERMS = {
	free: aPlan({ messages: 5, everyDays: 1 }),
	timeZone: "UTC",
	secret: "a secret of the tests, long enough",
};
const BORIS = email("boris@example.ru");
/** When the day of `NOW` is over. */
const MIDNIGHT = Math.ceil(NOW / DAY) * DAY;
const EXHAUSTED = { granted: 5, used: 5, reserved: 0, left: 0 };

/** Sends so many messages, and gets an answer to each. */
async function send(db: Db, accountId: string, messages: number, now = NOW, terms = TERMS) {
	for (let i = 0; i < messages; i++) {
		const reference = randomUUID();
		const { outcome } = await reserveMessage(db, accountId, reference, now, terms);
		if (outcome !== "reserved") throw new Error(outcome);
		await settleMessage(db, reference, now);
	}
}

async function counts(db: Db, accountId: string, now = NOW, terms = TERMS) {
	const { granted, used, reserved, left } = await readAllowance(db, accountId, now, terms);
	return { granted, used, reserved, left };
}

async function leave(at: World, accountId: string, now = NOW) {
	await deleteAccount(at.db, at.settings, accountId, "person", now);
	await eraseData(at.db, accountId, now);
}

async function changeEmail({ db, settings }: World, id: string, from: string, to: typeof ANNA, now = NOW) {
	const asked = { email: to, currentPassword: PASSWORD };
	const posted = await askEmailChange(db, settings, { id, email: from }, asked, client(), now);
	if (posted.outcome !== "posted") throw new Error(posted.outcome);
	const changed = await confirmEmailChange(db, settings, tokenOf(posted.trialLink), client(), now);
	if (changed.outcome !== "changed") throw new Error(changed.outcome);
}

const retainedOfNobody = (db: Db) =>
	db.selectFrom("allowances").selectAll().whereRef("account_id", "=", "id").execute();

describe("free messages of a mailbox whose account was deleted", () => {
	eachDatabase((openTestDb) => {
		test("are not there again for a new account until the day turns", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 5);
			await leave(at, first.id);
			const again = await somebody(at, email("  Anna@Example.RU "));
			expect(await counts(at.db, again.id)).toEqual(EXHAUSTED);
			expect(await reserveMessage(at.db, again.id, randomUUID(), MIDNIGHT - 1, TERMS)).toEqual({
				outcome: "exhausted",
				until: MIDNIGHT,
			});
			expect(await counts(at.db, again.id, MIDNIGHT)).toMatchObject({ left: 5 });
			await send(at.db, again.id, 5, MIDNIGHT);
			// Of another mailbox nothing is known.
			expect(await counts(at.db, (await somebody(at, BORIS)).id)).toMatchObject({ left: 5 });
		});

		test("are as many as were left, in books that say why", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 3);
			await leave(at, first.id);
			const again = await somebody(at);
			const rest = { granted: 5, used: 3, reserved: 0, left: 2 };
			expect(await counts(at.db, again.id)).toEqual(rest);
			await send(at.db, again.id, 1);
			expect(await counts(at.db, again.id)).toEqual({ ...rest, used: 4, left: 1 });
			await expectBooksToBalance(at.db, again.id);
			await expectEveryRowExplained(at.db, again.id);
		});

		test("through any number of accounts, one after the other, are as many as the plan has", async () => {
			const at = await world(openTestDb);
			let sent = 0;
			for (let i = 0; i < 6; i++) {
				const now = NOW + i * HOUR;
				const { id } = await somebody(at, ANNA, now);
				while ((await counts(at.db, id, now)).left > 0 && sent < i * 2 + 2) {
					await send(at.db, id, 1, now);
					sent++;
				}
				await leave(at, id, now);
			}
			expect(sent).toBe(5);
		});

		test("an answer that was being written when the account went counts", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			const reference = randomUUID();
			await reserveMessage(at.db, first.id, reference, NOW, TERMS);
			await leave(at, first.id);
			// Its worker learns of the end later.
			await returnMessage(at.db, reference, NOW);
			expect(await counts(at.db, (await somebody(at)).id)).toMatchObject({ used: 1, left: 4 });
		});

		test("one that was given back does not, and then nothing is kept", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			const reference = randomUUID();
			await reserveMessage(at.db, first.id, reference, NOW, TERMS);
			await returnMessage(at.db, reference, NOW);
			await leave(at, first.id);
			expect(await retainedOfNobody(at.db)).toEqual([]);
			expect(await counts(at.db, (await somebody(at)).id)).toMatchObject({ left: 5 });
		});

		test("one that comes back between two pieces of the erasing is counted as it is by then", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			const terms = { ...TERMS, free: aPlan({ messages: 700, everyDays: 1 }) };
			const references = Array.from({ length: 600 }, () => randomUUID());
			await at.db.transaction().execute(async (trx) => {
				for (const [i, reference] of references.entries())
					await reserveMessage(trx, first.id, reference, NOW + i, terms);
			});
			await deleteAccount(at.db, at.settings, first.id, "person", NOW + 600);
			expect(await allowancesData.eraseSome(at.db, first.id, NOW + 600)).toBe(500);
			for (const reference of references) await returnMessage(at.db, reference, NOW + 600);
			await eraseData(at.db, first.id, NOW + 600);
			// Those whose reservation was erased before it could come back stay used.
			const [kept] = await retainedOfNobody(at.db);
			expect([kept?.used, kept?.reserved]).toEqual([499, 0]);
		});

		test("are counted before the erasing is over, and after it was cut short", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 5);
			await deleteAccount(at.db, at.settings, first.id, "person", NOW);
			const again = await somebody(at);
			expect(await counts(at.db, again.id)).toEqual(EXHAUSTED);
			await runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + 60_000);
			expect(await counts(at.db, again.id)).toEqual(EXHAUSTED);
		});

		test("a paid plan in between changes nothing", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 5);
			const plan = aPlan({ messages: 100, everyDays: 30 }, { key: "plus-month", price: 39_000 });
			await at.db
				.transaction()
				.execute((trx) => grantSubscription(trx, first.id, { plan, purchaseId: null }, NOW));
			await send(at.db, first.id, 20);
			await leave(at, first.id);
			expect(await counts(at.db, (await somebody(at)).id)).toEqual(EXHAUSTED);
		});

		test("another e-mail before deleting leads to nothing: both have had their use", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 5);
			await changeEmail(at, first.id, ANNA, BORIS);
			// It is the same account still, and the address that it has left is known.
			expect(await counts(at.db, first.id)).toEqual(EXHAUSTED);
			const second = await somebody(at);
			expect(await counts(at.db, second.id)).toEqual(EXHAUSTED);
			await leave(at, first.id);
			// The other mailbox has not sent anything yet, and gets what it would have got by itself.
			const third = await somebody(at, BORIS, NOW + HOUR);
			await send(at.db, third.id, 5, NOW + HOUR);
			await leave(at, third.id, NOW + HOUR);
			await leave(at, second.id, NOW + HOUR);
			for (const who of [ANNA, BORIS]) {
				const { id } = await somebody(at, who, NOW + 2 * HOUR);
				expect(await counts(at.db, id, NOW + 2 * HOUR)).toEqual(EXHAUSTED);
			}
		});

		test("on another server with the same secret they are known, with another secret nobody is", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 5);
			await leave(at, first.id);
			const { id } = await somebody(at);
			const elsewhere = await openDatabase(urlOf(at.db));
			expect(await counts(elsewhere, id)).toEqual(EXHAUSTED);
			expect(await counts(elsewhere, id, NOW, { ...TERMS, secret: "another" })).toMatchObject({ left: 5 });
			await elsewhere.destroy();
		});

		test("what is retained identifies nobody, and goes when the day is over", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await send(at.db, id, 2);
			await leave(at, id);
			const kept = await retainedOfNobody(at.db);
			expect(kept).toHaveLength(1);
			expect(kept[0]).toMatchObject({ source: "free", used: 2, reserved: 0, ends_at: MIDNIGHT });
			expect(kept[0]?.mailbox_hash).toMatch(/^[\w-]{43}$/);
			expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${ANNA}|${id}`));
			expect(await at.db.selectFrom("ledger").select("id").execute()).toEqual([]);
			await forgetFreeUse(at.db, MIDNIGHT - 1);
			expect(await retainedOfNobody(at.db)).toHaveLength(1);
			await forgetFreeUse(at.db, MIDNIGHT);
			expect(await retainedOfNobody(at.db)).toEqual([]);
		});

		test("an account that lives keeps its past periods, without the hash", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await send(at.db, id, 2);
			await send(at.db, id, 1, MIDNIGHT);
			const hashes = async () => {
				const rows = await at.db
					.selectFrom("allowances")
					.select(["account_id", "mailbox_hash"])
					.orderBy("starts_at")
					.execute();
				return rows.map((row) => [row.account_id, row.mailbox_hash !== null]);
			};
			await forgetFreeUse(at.db, MIDNIGHT);
			expect(await hashes()).toEqual([
				[id, false],
				[id, true],
			]);
			expect(await counts(at.db, id, MIDNIGHT)).toMatchObject({ used: 1, left: 4 });
		});

		test("thousands that are over are forgotten at once, in pieces", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await send(at.db, id, 1);
			const [row] = await at.db.selectFrom("allowances").selectAll().execute();
			if (!row) throw new Error("nothing was opened");
			const rows = Array.from({ length: 1_201 }, (_, i) => {
				const own = randomUUID();
				return { ...row, id: own, account_id: i % 2 ? own : id, starts_at: -i };
			});
			for (let i = 0; i < rows.length; i += 100)
				await at.db
					.insertInto("allowances")
					.values(rows.slice(i, i + 100))
					.execute();
			await forgetFreeUse(at.db, MIDNIGHT);
			const left = await at.db.selectFrom("allowances").select("mailbox_hash").execute();
			expect(left).toHaveLength(602);
			expect(new Set(left.map(({ mailbox_hash }) => mailbox_hash))).toEqual(new Set([null]));
		});

		test("the new account's own data say that there was less, and hold no hash and nobody else's rows", async () => {
			const at = await world(openTestDb);
			const first = await somebody(at);
			await send(at.db, first.id, 3);
			await leave(at, first.id);
			const again = await somebody(at);
			await send(at.db, again.id, 1);
			const [kept] = await retainedOfNobody(at.db);
			const text = await new Response(exportData(at.db, again.id, NOW)).text();
			const { allowances } = JSON.parse(text);
			expect(allowances).toHaveLength(1);
			expect(allowances[0].entries).toContainEqual(
				expect.objectContaining({ kind: "correct", messages: -3, why: "уже израсходовано с той же почты" }),
			);
			expect(text).not.toContain(kept?.mailbox_hash);
			expect(text).not.toContain(first.id);
		});
	});
});
