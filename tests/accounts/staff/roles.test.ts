import { describe, expect, test } from "vitest";
import { blockAccount, endSessionsOf, unblockAccount } from "../../../app/accounts/block-account.server.ts";
import { deleteAccount, deleteAsStaff } from "../../../app/accounts/delete-account.server.ts";
import { invite } from "../../../app/accounts/registration/invite.server.ts";
import { dropSecondFactor } from "../../../app/accounts/second-factor/turn-off-second-factor.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { roleOf } from "../../../app/accounts/staff/act-on-person.server.ts";
import { type Actor, CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { ROLES } from "../../../app/accounts/staff/rights.ts";
import { listStaff, setRole } from "../../../app/accounts/staff/roles.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { ANNA, client, email, emailsOf, NOW, somebody, type World, world } from "../world.ts";
import { journalOf, member } from "./team.ts";

const BORIS = email("boris@example.ru");

type RoleChange = Parameters<typeof setRole>[2];
const set = ({ db, settings }: World, change: RoleChange, actor: Actor, now = NOW) =>
	setRole(db, settings, change, actor, now);

describe("roles", () => {
	eachDatabase((openTestDb) => {
		test("the console makes the first owner, and the next request of the session goes by it; both ways", async () => {
			const at = await world(openTestDb);
			const { id, sessionToken } = await somebody(at);
			const role = async () => (await findSession(at.db, sessionToken, client(), NOW))?.account.role;
			expect(await role()).toBeNull();
			expect(await set(at, { accountId: id, role: "owner" }, CONSOLE, NOW)).toEqual({
				outcome: "set",
				before: null,
			});
			expect(await role()).toBe("owner");
			expect(await set(at, { accountId: id, role: "owner" }, CONSOLE, NOW)).toEqual({
				outcome: "unchanged",
			});
			const boris = await member(at, "owner", "boris");
			expect(await set(at, { accountId: id, role: null, reason: "Ушла" }, boris, NOW + 1)).toEqual({
				outcome: "set",
				before: "owner",
			});
			expect(await role()).toBeNull();
			expect(await journalOf(at)).toMatchObject([
				{ actor_id: null, act: "role-changed", account_id: id, before: null, after: "owner" },
				{ actor_id: boris.accountId, actor_role: "owner", before: "owner", after: null, reason: "Ушла" },
			]);
			expect((await listStaff(at.db)).map((one) => [one.id, one.role, one.secondStep])).toEqual([
				[boris.accountId, "owner", false],
			]);
		});

		test("only an owner gives roles, nobody their own, and a role that was taken meanwhile counts no more", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const owner = await member(at, "owner");
			for (const role of ROLES.filter((one) => one !== "owner")) {
				const actor = await member(at, role);
				expect(await set(at, { accountId: id, role: "support" }, actor, NOW)).toEqual({
					outcome: "forbidden",
				});
				// What the request claims is compared with what is so.
				const liar = { ...actor, role: "owner" as const };
				expect(await set(at, { accountId: actor.accountId, role: "owner" }, liar, NOW)).toEqual({
					outcome: "forbidden",
				});
			}
			expect(await set(at, { accountId: owner.accountId, role: null }, owner, NOW)).toEqual({
				outcome: "own-role",
			});
			const second = await member(at, "owner", "second");
			await set(at, { accountId: owner.accountId, role: null }, second, NOW);
			expect(await set(at, { accountId: second.accountId, role: null }, owner, NOW)).toEqual({
				outcome: "forbidden",
			});
			expect(await blockAccount(at.db, at.settings, { accountId: id }, owner, NOW)).toEqual({
				outcome: "forbidden",
			});
			const nobody = { ...owner, accountId: id };
			expect(await invite(at.db, at.settings, BORIS, nobody, NOW)).toEqual({ outcome: "forbidden" });
			expect(await journalOf(at)).toHaveLength(1);
		});

		test("the last owner cannot be removed, blocked or deleted; one who is blocked does not count", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const second = await member(at, "owner", "second");
			const whom = { accountId: owner.accountId };
			expect(
				await blockAccount(at.db, at.settings, { accountId: second.accountId }, owner, NOW),
			).toMatchObject({
				outcome: "done",
			});
			const last = { outcome: "last-owner" };
			for (const role of [null, "administrator"] as const)
				expect(await set(at, { ...whom, role }, CONSOLE, NOW)).toEqual(last);
			expect(await blockAccount(at.db, at.settings, whom, CONSOLE, NOW)).toEqual(last);
			for (const by of ["person", "operator"] as const)
				expect(await deleteAccount(at.db, at.settings, owner.accountId, by, NOW)).toEqual(last);
			expect(await roleOf(at.db, owner.accountId)).toBe("owner");
			await unblockAccount(at.db, at.settings, { accountId: second.accountId }, owner, NOW);
			expect(await deleteAccount(at.db, at.settings, owner.accountId, "person", NOW)).toEqual({
				outcome: "deleted",
			});
			expect(await listStaff(at.db)).toMatchObject([{ id: second.accountId }]);
			expect((await journalOf(at)).at(-1)).toMatchObject({
				actor_id: owner.accountId,
				act: "role-changed",
				before: "owner",
				after: null,
			});
		});

		test("of two owners who remove each other at once, on two servers, one stays", async () => {
			const at = await world(openTestDb);
			const [one, two] = [await member(at, "owner", "one"), await member(at, "owner", "two")];
			const other = await openDatabase(urlOf(at.db));
			const outcomes = await Promise.all([
				set(at, { accountId: two.accountId, role: null }, one),
				setRole(other, at.settings, { accountId: one.accountId, role: null }, two, NOW),
				blockAccount(other, at.settings, { accountId: two.accountId }, one, NOW),
				deleteAccount(at.db, at.settings, one.accountId, "person", NOW),
			]);
			await other.destroy();
			const owners = await at.db
				.selectFrom("staff")
				.innerJoin("accounts", "accounts.id", "staff.account_id")
				.select("accounts.id")
				.where("staff.role", "=", "owner")
				.where("accounts.state", "=", "active")
				.execute();
			expect([owners.length, JSON.stringify(outcomes)]).toEqual([1, expect.any(String)]);
		});

		test("the other owners are told of one who is blocked, and that it is over; of nobody else", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const second = await member(at, "owner", "second");
			const support = await member(at, "support");
			const toldBy = async (act: Promise<{ outcome: string }>) => {
				expect(await act).toMatchObject({ outcome: "done" });
				const emails = (await emailsOf(at)).filter(({ kind }) => kind === "owners-changed");
				at.mailer.emails.length = 0;
				return emails.map(({ to, text }) => [to, text]);
			};
			const block = ({ accountId }: typeof owner, actor: Actor) =>
				toldBy(blockAccount(at.db, at.settings, { accountId, reason: "Ушла" }, actor, NOW));
			const unblock = ({ accountId }: typeof owner, actor: Actor) =>
				toldBy(unblockAccount(at.db, at.settings, { accountId }, actor, NOW));
			const says = (word: string) => expect.stringMatching(new RegExp(`second@example\\.ru.*${word}`, "s"));
			// Who has done it is told as well: it may have been somebody with their session.
			for (const actor of [owner, CONSOLE]) {
				expect(await block(second, actor)).toEqual([["owner@example.ru", says("закрыт")]]);
				expect(await unblock(second, actor)).toEqual([["owner@example.ru", says("снова открыт")]]);
			}
			expect([await block(support, owner), await unblock(support, owner)]).toEqual([[], []]);
		});

		test("support acts on nobody of the staff, an administrator on no owner; the accountant on nobody", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const team = Object.fromEntries(
				await Promise.all(ROLES.map(async (role) => [role, await member(at, role)] as const)),
			);
			const second = await member(at, "owner", "second");
			const answers: string[] = [];
			for (const role of ROLES) {
				const actor = team[role];
				if (!actor) throw new Error(role);
				const theirs = [id, team.support?.accountId, second.accountId];
				for (const accountId of theirs) {
					const whom = { accountId: accountId ?? "" };
					const ended = await endSessionsOf(at.db, whom, actor, NOW);
					const off = await dropSecondFactor(at.db, at.settings, whom, actor, NOW);
					answers.push(`${role}: ${ended.outcome}, ${off.outcome}`);
				}
			}
			expect(answers).toEqual([
				"owner: done, unchanged",
				"owner: done, unchanged",
				"owner: done, unchanged",
				"administrator: unchanged, unchanged",
				"administrator: unchanged, unchanged",
				"administrator: staff, staff",
				"support: unchanged, unchanged",
				// Their own sessions anybody may end.
				"support: unchanged, unchanged",
				"support: staff, staff",
				"accountant: forbidden, forbidden",
				"accountant: forbidden, forbidden",
				"accountant: forbidden, forbidden",
			]);
		});

		test("an e-mail tells the person of a role, and the other owners who else owns the service or does not any more", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const owner = await member(at, "owner");
			const anna = { accountId: id, role: "owner", client: client(), requestId: "request of Anna" } as const;
			/** Kind, recipient and text of what the act has sent, by the recipient. */
			const sentBy = async (act: Promise<{ outcome: string }>) => {
				expect(await act).toMatchObject({ outcome: "set" });
				const emails = [...(await emailsOf(at))];
				at.mailer.emails.length = 0;
				return emails
					.map(({ kind, to, text }) => ({ kind, to, text }))
					.toSorted((a, b) => String(a.to).localeCompare(String(b.to)));
			};
			const said = (...words: string[]) => expect.stringMatching(new RegExp(words.join(".*"), "s"));
			expect(await sentBy(set(at, { accountId: id, role: "support" }, owner))).toEqual([
				{ kind: "role-given", to: ANNA, text: said("Поддержка") },
			]);
			expect(await sentBy(set(at, { accountId: id, role: "owner" }, owner))).toEqual([
				{ kind: "role-given", to: ANNA, text: said("Владелец") },
				{ kind: "owners-changed", to: "owner@example.ru", text: said("дана", "anna@example.ru") },
			]);
			expect(await sentBy(set(at, { accountId: owner.accountId, role: null }, anna))).toEqual([
				{ kind: "owners-changed", to: ANNA, text: said("owner@example.ru", "владеет") },
				{ kind: "role-taken", to: "owner@example.ru", text: said("управление", "закрыто") },
			]);
			expect(await set(at, { accountId: id, role: "owner" }, CONSOLE)).toEqual({ outcome: "unchanged" });
			expect(await emailsOf(at)).toEqual([]);
		});

		test("the other owners are told of one whose account is deleted, by whomever", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const ways: ((accountId: string) => Promise<{ outcome: string }>)[] = [
				(id) => deleteAccount(at.db, at.settings, id, "person", NOW),
				(id) => deleteAccount(at.db, at.settings, id, "operator", NOW),
				(accountId) => deleteAsStaff(at.db, at.settings, { accountId, reason: "Ушла" }, owner, NOW),
			];
			/** What the other owners are told when somebody of this role is deleted. */
			const toldOf = async (role: "owner" | "support", name: string, remove: (typeof ways)[number]) => {
				const { accountId } = await member(at, role, name);
				await emailsOf(at);
				at.mailer.emails.length = 0;
				expect((await remove(accountId)).outcome).toMatch(/^(deleted|done)$/);
				return (await emailsOf(at)).filter(({ kind }) => kind === "owners-changed");
			};
			for (const [i, remove] of ways.entries()) {
				expect(await toldOf("owner", `second${i}`, remove)).toMatchObject([
					{
						to: "owner@example.ru",
						text: expect.stringMatching(new RegExp(`second${i}@example\\.ru.*владеет`, "s")),
					},
				]);
				expect(await toldOf("support", `support${i}`, remove)).toEqual([]);
			}
		});

		test("an account that is not active gets no role", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at, ANNA);
			await blockAccount(at.db, at.settings, { accountId: id }, CONSOLE, NOW);
			for (const accountId of [id, crypto.randomUUID()])
				expect(await set(at, { accountId, role: "support" }, CONSOLE, NOW)).toEqual({
					outcome: "not-found",
				});
		});
	});
});
