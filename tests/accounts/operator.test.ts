import { describe, expect, test } from "vitest";
import { lastEvents } from "../../app/accounts/audit/account-events.server.ts";
import { blockAccount, endSessionsOf, unblockAccount } from "../../app/accounts/block-account.server.ts";
import { findAccount, listAccounts } from "../../app/accounts/find-accounts.server.ts";
import { changePasswordByToken } from "../../app/accounts/password/change-password.server.ts";
import { requestReset } from "../../app/accounts/password/recover.server.ts";
import { confirmByLink } from "../../app/accounts/registration/confirm-email.server.ts";
import { findPending } from "../../app/accounts/registration/find-pending.server.ts";
import { listInvitations } from "../../app/accounts/registration/invitations.server.ts";
import { invite, inviteAll } from "../../app/accounts/registration/invite.server.ts";
import { register } from "../../app/accounts/registration/register.server.ts";
import { resendConfirmation } from "../../app/accounts/registration/resend-confirmation.server.ts";
import { findSession } from "../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../app/accounts/sessions/sign-in.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import {
	ANNA,
	accepted,
	client,
	DAY,
	email,
	emailsOf,
	HOUR,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	somebody,
	tokenOf,
	world,
} from "./world.ts";

describe("what the operator does with accounts", () => {
	eachDatabase((openTestDb) => {
		test("a block ends sessions and links, and is told only to who knows the password", async () => {
			const at = await world(openTestDb);
			const { id, sessionToken } = await somebody(at);
			const asked = await requestReset(at.db, at.settings, ANNA, client(), NOW);
			const token = tokenOf(asked.outcome === "accepted" ? asked.trialLink : "");
			const whom = { accountId: id, reason: "Рассылка рекламы" };
			expect(await blockAccount(at.db, at.settings, whom, CONSOLE, NOW + 1)).toMatchObject({
				outcome: "done",
			});
			expect(await blockAccount(at.db, at.settings, { accountId: id }, CONSOLE, NOW + 2)).toEqual({
				outcome: "unchanged",
			});
			expect(await findSession(at.db, sessionToken, client(), NOW + 3)).toBeNull();
			expect(
				await changePasswordByToken(
					at.db,
					at.settings,
					{ token, newPassword: OTHER_PASSWORD },
					client(),
					NOW,
				),
			).toEqual({ outcome: "dead-link" });
			const sign = (password: string) =>
				signIn(at.db, at.settings, { email: ANNA, password }, client(), NOW + 4);
			expect(await sign(PASSWORD)).toEqual({ outcome: "blocked" });
			expect(await sign(OTHER_PASSWORD)).toMatchObject({ outcome: "wrong" });

			// The e-mail of each act leaves by itself.
			await emailsOf(at);
			expect(await unblockAccount(at.db, at.settings, { accountId: id }, CONSOLE, NOW + 5)).toMatchObject({
				outcome: "done",
			});
			expect(await unblockAccount(at.db, at.settings, { accountId: id }, CONSOLE, NOW + 6)).toEqual({
				outcome: "unchanged",
			});
			expect(await sign(PASSWORD)).toMatchObject({ outcome: "signed-in" });
			const events = (await lastEvents(at.db, id, 10)).map(({ kind, network }) => `${kind} ${network}`);
			expect(events).toContain("blocked operator");
			expect(events).toContain("unblocked operator");
			const messages = (await emailsOf(at)).filter(({ kind }) => kind !== "reset-password");
			expect(messages.map(({ kind, to }) => [kind, to])).toEqual([
				["blocked", ANNA],
				["unblocked", ANNA],
			]);
			expect(messages[0]?.link).toBe("https://chat.example.ru/contacts");
			expect(messages[0]?.text).toContain("Причина: Рассылка рекламы");
		});

		test("signing somebody out everywhere", async () => {
			const at = await world(openTestDb);
			const { id, sessionToken } = await somebody(at);
			await signIn(at.db, at.settings, { email: ANNA, password: PASSWORD }, client(), NOW);
			expect(await endSessionsOf(at.db, { accountId: id }, CONSOLE, NOW)).toEqual({
				outcome: "done",
				value: 2,
			});
			expect(await endSessionsOf(at.db, { accountId: id }, CONSOLE, NOW)).toEqual({ outcome: "unchanged" });
			expect(await findSession(at.db, sessionToken, client(), NOW)).toBeNull();
		});

		test("accounts are found by the e-mail, a part of it, in any writing, and by the id", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const { id: second } = await somebody(at, email("ivan_1@пример.рф"), NOW + HOUR);
			await blockAccount(at.db, at.settings, { accountId: second }, CONSOLE, NOW + HOUR);
			const { accounts, total } = await listAccounts(at.db, { page: 1 });
			expect(total).toBe(2);
			expect(accounts).toEqual([
				{
					id: second,
					email: "ivan_1@xn--e1afmkfd.xn--p1ai",
					state: "blocked",
					createdAt: NOW + HOUR,
					sessions: 0,
					seenAt: null,
				},
				{ id, email: ANNA, state: "active", createdAt: NOW, sessions: 1, seenAt: NOW },
			]);
			const found = async (part: string) =>
				(await listAccounts(at.db, { page: 1, part })).accounts.map((account) => account.id);
			expect(await found("ANNA")).toEqual([id]);
			expect(await found("Ivan_1@Пример.рф")).toEqual([second]);
			expect(await found("n_1")).toEqual([second]);
			expect(await found("%")).toEqual([]);
			expect(await found("\\")).toEqual([]);
			expect(await found("' or 1=1 --")).toEqual([]);
			expect((await listAccounts(at.db, { page: 2 })).accounts).toEqual([]);
			expect(await findAccount(at.db, "Anna@Example.ru")).toMatchObject({ id, hasPassword: true });
			expect(await findAccount(at.db, second)).toMatchObject({ state: "blocked" });
			expect(await findAccount(at.db, "nobody@example.ru")).toBeNull();
			expect(await findAccount(at.db, "")).toBeNull();
		});

		test("somebody invited sets the password and agrees, and only then there is an account", async () => {
			const at = await world(openTestDb, { registration: "closed" });
			const invited = await invite(at.db, at.settings, ANNA, CONSOLE, NOW);
			expect(invited).toMatchObject({ outcome: "invited", delivery: "sent" });
			const [message] = await emailsOf(at);
			expect(message).toMatchObject({ to: ANNA, kind: "invitation" });
			const token = tokenOf(message?.link);
			expect(await at.db.selectFrom("accounts").select("id").execute()).toEqual([]);
			expect(await findPending(at.db, token, null, NOW + 7 * DAY - 1)).toEqual({
				email: ANNA,
				sameBrowser: false,
				invited: true,
			});
			expect(await findPending(at.db, token, null, NOW + 7 * DAY)).toBeNull();

			const use = (more: object) =>
				confirmByLink(at.db, at.settings, { token, bindingToken: null, ...more }, client(), NOW + DAY);
			expect(await use({})).toMatchObject({ outcome: "needs-password" });
			expect(await use({ newPassword: PASSWORD, accepted })).toMatchObject({ outcome: "confirmed" });
			const consents = await at.db.selectFrom("consents").select(["document_version", "at"]).execute();
			expect(consents.map((row) => ({ ...row }))).toEqual(
				expect.arrayContaining([
					{ document_version: accepted.offer, at: NOW + DAY },
					{ document_version: accepted.personalData, at: NOW + DAY },
				]),
			);
			expect(
				await signIn(at.db, at.settings, { email: ANNA, password: PASSWORD }, client(), NOW + DAY),
			).toMatchObject({ outcome: "signed-in" });
			expect(await invite(at.db, at.settings, ANNA, CONSOLE, NOW + DAY)).toEqual({
				outcome: "already-exists",
			});
		});

		test("an invitation to a mailbox that does not exist leaves nothing; one that is late waits", async () => {
			const at = await world(openTestDb);
			at.mailer.outcomes = [
				{ result: "refused", problem: "550" },
				{ result: "later", problem: "451" },
			];
			expect(await invite(at.db, at.settings, ANNA, CONSOLE, NOW)).toEqual({ outcome: "refused-by-post" });
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toEqual([]);
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);
			expect(await invite(at.db, at.settings, ANNA, CONSOLE, NOW)).toMatchObject({
				outcome: "invited",
				delivery: "late",
			});
		});

		test("an e-mail that anybody asks for again leaves an invitation its days and its gift", async () => {
			const at = await world(openTestDb, { registration: "closed" });
			const gift = { words: "«Плюс» на 30 дней", plan: {} };
			const terms = { emails: [ANNA], lifetimeMs: 30 * DAY, gift };
			await inviteAll(at.db, at.settings, terms, CONSOLE, NOW);
			const first = tokenOf((await emailsOf(at))[0]?.link);
			const resent = await resendConfirmation(at.db, at.settings, ANNA, client(), NOW + HOUR);
			expect(resent).toEqual({ outcome: "accepted", trialLink: expect.any(String) });
			const message = (await emailsOf(at)).at(-1);
			expect(message).toMatchObject({ to: ANNA, kind: "invitation", link: expect.any(String) });
			expect(message?.text).toContain("«Плюс» на 30 дней");
			expect(message?.text).toContain("Ссылка действует 29\u00a0дней");
			const token = tokenOf(message?.link);
			const invited = { email: ANNA, sameBrowser: false, invited: true };
			expect(await findPending(at.db, first, null, NOW + 2 * HOUR)).toBeNull();
			expect(await findPending(at.db, token, null, NOW + 7 * DAY)).toEqual(invited);
			expect(await findPending(at.db, token, null, NOW + 30 * DAY - 1)).toEqual(invited);
			expect(await findPending(at.db, token, null, NOW + 30 * DAY)).toBeNull();
			const [listed] = (await listInvitations(at.db, {}, NOW + 2 * DAY)).invitations;
			expect(listed).toMatchObject({ gift: gift.words, sentAt: NOW, expiresAt: NOW + 30 * DAY });
		});

		test("a registration of one's own takes an invitation's place", async () => {
			const at = await world(openTestDb);
			await invite(at.db, at.settings, ANNA, CONSOLE, NOW);
			const own = await register(
				at.db,
				at.settings,
				{ email: ANNA, password: PASSWORD, accepted },
				client(),
				NOW + 1,
			);
			if (own.outcome !== "registered") throw new Error(own.outcome);
			const token = tokenOf(own.trialLink);
			expect(await findPending(at.db, token, own.bindingToken, NOW + 2)).toEqual({
				email: ANNA,
				sameBrowser: true,
			});
			expect(await findPending(at.db, token, own.bindingToken, NOW + DAY + 1)).toBeNull();
		});
	});
});
