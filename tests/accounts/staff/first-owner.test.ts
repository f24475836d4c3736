import { describe, expect, test } from "vitest";
import { forgetExpired } from "../../../app/accounts/forget-expired.server.ts";
import {
	becomeOwner,
	findOwnerLink,
	issueOwnerLink,
} from "../../../app/accounts/staff/first-owner.server.ts";
import type { Actor } from "../../../app/accounts/staff/journal.server.ts";
import { listStaff } from "../../../app/accounts/staff/roles.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { client, email, NOW, somebody, type World, world } from "../world.ts";
import { journalOf, member } from "./team.ts";

const HOUR = 3_600_000;

const tokenOf = (path: string | null) => path?.replace("/owner?token=", "") ?? "";
const actorOf = (accountId: string): Actor => ({
	accountId,
	role: null,
	client: client(3),
	requestId: "a request",
});

const claim = (at: World, accountId: string, token: string, now = NOW) =>
	becomeOwner(at.db, { accountId, token }, actorOf(accountId), now);

describe("the link of the first owner", () => {
	eachDatabase((openTestDb) => {
		test("makes one owner, once, and is in no table; the journal knows who and from where", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const token = tokenOf(await issueOwnerLink(at.db, NOW));
			expect(token).toMatch(/^[\w-]{43}$/);
			expect(JSON.stringify(await at.db.selectFrom("owner_links").selectAll().execute())).not.toContain(
				token,
			);
			expect(await findOwnerLink(at.db, token, NOW)).toEqual({ outcome: "valid", expiresAt: NOW + HOUR });
			expect(await claim(at, id, token)).toEqual({ outcome: "owner" });
			expect((await listStaff(at.db)).map((one) => [one.id, one.role])).toEqual([[id, "owner"]]);
			expect(await journalOf(at)).toMatchObject([
				{ actor_id: id, actor_role: null, act: "role-changed", account_id: id, before: null, after: "owner" },
			]);
			const { id: other } = await somebody(at, email("boris@example.ru"));
			expect(await claim(at, other, token)).toEqual({ outcome: "has-owner" });
			expect(await findOwnerLink(at.db, token, NOW)).toEqual({ outcome: "has-owner" });
			expect(await issueOwnerLink(at.db, NOW)).toBeNull();
		});

		test("is over after an hour, and when a newer one is printed; a wrong one does nothing", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const first = tokenOf(await issueOwnerLink(at.db, NOW));
			const second = tokenOf(await issueOwnerLink(at.db, NOW + 1));
			for (const [token, now] of [
				[first, NOW + 2],
				["", NOW + 2],
				["first-owner", NOW + 2],
				[second, NOW + 1 + HOUR],
			] as const) {
				expect(await findOwnerLink(at.db, token, now)).toEqual({ outcome: "dead-link" });
				expect(await claim(at, id, token, now)).toEqual({ outcome: "dead-link" });
			}
			expect(await listStaff(at.db)).toEqual([]);
			await forgetExpired(at.db, NOW + 1 + HOUR);
			expect(await at.db.selectFrom("owner_links").selectAll().execute()).toEqual([]);
		});

		test("an owner whom the console has made meanwhile, also one who is blocked, leaves it nothing", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const token = tokenOf(await issueOwnerLink(at.db, NOW));
			const { accountId } = await member(at, "owner");
			await at.db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", accountId).execute();
			expect(await claim(at, id, token)).toEqual({ outcome: "has-owner" });
		});

		test("of two who press at once, on two servers, one is the owner", async () => {
			const at = await world(openTestDb);
			const other = await openDatabase(urlOf(at.db));
			try {
				const people = [await somebody(at), await somebody(at, email("boris@example.ru"))];
				const token = tokenOf(await issueOwnerLink(at.db, NOW));
				const made = await Promise.all(
					people.map(({ id: accountId }, i) =>
						becomeOwner(i ? other : at.db, { accountId, token }, actorOf(accountId), NOW),
					),
				);
				expect(made.map(({ outcome }) => outcome).sort()).toEqual(["has-owner", "owner"]);
				expect(await listStaff(at.db)).toHaveLength(1);
			} finally {
				await other.destroy();
			}
		});

		test("a support member who uses it becomes the owner, and the journal says what they were", async () => {
			const at = await world(openTestDb);
			const support = await member(at, "support");
			const token = tokenOf(await issueOwnerLink(at.db, NOW));
			expect(await becomeOwner(at.db, { accountId: support.accountId, token }, support, NOW)).toEqual({
				outcome: "owner",
			});
			expect(await journalOf(at)).toMatchObject([{ before: "support", after: "owner" }]);
		});
	});
});
