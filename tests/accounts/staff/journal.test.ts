import { describe, expect, test } from "vitest";
import { blockAccount, endSessionsOf, unblockAccount } from "../../../app/accounts/block-account.server.ts";
import { deleteAccount } from "../../../app/accounts/delete-account.server.ts";
import { invite } from "../../../app/accounts/registration/invite.server.ts";
import { dropSecondFactor } from "../../../app/accounts/second-factor/turn-off-second-factor.server.ts";
import { CONSOLE, noteInJournal, verifyJournal } from "../../../app/accounts/staff/journal.server.ts";
import { setRole } from "../../../app/accounts/staff/roles.server.ts";
import { checkJournal } from "../../../app/doctor/check-journal.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { withFactor } from "../second-factor/with-factor.ts";
import { email, NOW, world } from "../world.ts";
import { journalOf, member } from "./team.ts";

const note = (db: Db, reason = "") =>
	noteInJournal(db, CONSOLE, { act: "person-opened", accountId: "anna", reason }, NOW);

describe("the journal of the staff", () => {
	eachDatabase((openTestDb) => {
		test("each act is one entry, with who, on whom, why, from where; what changes nothing is none", async () => {
			const at = await world(openTestDb);
			const { id } = await withFactor(at);
			const owner = await member(at, "owner");
			const whom = { accountId: id, reason: "Заявка 214" };
			const acts = [
				() => endSessionsOf(at.db, whom, owner, NOW),
				() => dropSecondFactor(at.db, at.settings, whom, owner, NOW),
				() => blockAccount(at.db, at.settings, whom, owner, NOW),
				() => unblockAccount(at.db, at.settings, whom, owner, NOW),
				() => setRole(at.db, at.settings, { ...whom, role: "support" }, owner, NOW),
			];
			for (const act of acts) {
				expect(await act()).not.toMatchObject({ outcome: "unchanged" });
				expect(await act()).toMatchObject({ outcome: "unchanged" });
			}
			await invite(at.db, at.settings, email("boris@example.ru"), owner, NOW);
			await deleteAccount(at.db, at.settings, id, "operator", NOW);
			const rows = await journalOf(at);
			expect(rows.map(({ act, account_id }) => [act, account_id])).toEqual([
				["sessions-ended", id],
				["second-step-dropped", id],
				["person-blocked", id],
				["person-unblocked", id],
				["role-changed", id],
				["person-invited", null],
				["role-changed", id],
				["person-deleted", id],
			]);
			expect(rows[0]).toMatchObject({
				number: 1,
				at: NOW,
				actor_id: owner.accountId,
				actor_role: "owner",
				reason: "Заявка 214",
				ip_network: "192.0.9.0/24",
				request_id: "request of owner",
			});
			expect(rows[5]?.after).toBe("bo…@example.ru");
			expect(await verifyJournal(at.db)).toMatchObject({ outcome: "whole", entries: 8, since: NOW });
		});

		test("entries written at once get a number each", async () => {
			const db = await openTestDb();
			await Promise.all(Array.from({ length: 20 }, () => note(db)));
			expect(await verifyJournal(db)).toMatchObject({ outcome: "whole", entries: 20 });
		});

		test("an entry with half of a character, as where a list of names was cut, is whole as it is read", async () => {
			const db = await openTestDb();
			const half = "\ud83d";
			const values = { reason: `Заявка ${half}`, before: `до ${half}`, after: `после ${half}` };
			await noteInJournal(db, CONSOLE, { act: "models-added", accountId: null, ...values }, NOW);
			await note(db);
			expect(await verifyJournal(db)).toMatchObject({ outcome: "whole", entries: 2 });
			const [row] = await db.selectFrom("staff_events").selectAll().orderBy("number").execute();
			expect(row).toMatchObject({ reason: "Заявка \ufffd", before: "до \ufffd", after: "после \ufffd" });
		});

		test("an entry that was changed, taken out or cut off is named, by the doctor too", async () => {
			const db = await openTestDb();
			expect(await verifyJournal(db)).toMatchObject({ outcome: "whole", entries: 0 });
			expect(await checkJournal(db)).toMatchObject([{ level: "fine" }]);
			for (let i = 0; i < 4; i++) await note(db, `Заявка ${i}`);
			expect(await checkJournal(db)).toMatchObject([
				{ level: "fine", text: expect.stringContaining("записей 4") },
			]);

			const second = db.updateTable("staff_events").where("number", "=", 2);
			for (const change of [
				{ reason: "Заявка 7" },
				{ at: NOW + 1 },
				{ account_id: "boris" },
				{ hash: "0" },
			]) {
				const rows = await db.selectFrom("staff_events").selectAll().where("number", "=", 2).execute();
				await second.set(change).execute();
				expect(await verifyJournal(db)).toEqual({ outcome: "broken", number: 2 });
				await second.set(rows[0] ?? {}).execute();
			}
			expect(await verifyJournal(db)).toMatchObject({ outcome: "whole" });
			await db.deleteFrom("staff_events").where("number", "=", 4).execute();
			expect(await verifyJournal(db)).toEqual({ outcome: "broken", number: 4 });
			await db.deleteFrom("staff_events").where("number", "=", 2).execute();
			expect(await verifyJournal(db)).toEqual({ outcome: "broken", number: 2 });
			expect(await checkJournal(db)).toMatchObject([
				{ level: "broken", text: expect.stringContaining("запись 2") },
			]);
		});
	});
});
