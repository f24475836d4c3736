import { describe, expect, test } from "vitest";
import { INVITATION } from "../../../app/accounts/emails/emails.server.ts";
import { forgetExpired } from "../../../app/accounts/forget-expired.server.ts";
import { confirmByCode, confirmByLink } from "../../../app/accounts/registration/confirm-email.server.ts";
import { findPending, findPendingByBinding } from "../../../app/accounts/registration/find-pending.server.ts";
import {
	listInvitations,
	resendInvitation,
	revokeInvitation,
} from "../../../app/accounts/registration/invitations.server.ts";
import { inviteAll } from "../../../app/accounts/registration/invite.server.ts";
import { restoreInvitations } from "../../../app/accounts/registration/kept-invitation.server.ts";
import { register } from "../../../app/accounts/registration/register.server.ts";
import { resendConfirmation } from "../../../app/accounts/registration/resend-confirmation.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase, touches } from "../../support/database/failing-database.ts";
import {
	ANNA,
	accepted,
	begin,
	client,
	DAY,
	email,
	emailsOf,
	HOUR,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	tokenOf,
	type World,
	world,
} from "../world.ts";

const GIFT = { words: "«Плюс» на 30 дней", plan: {} };
const TERMS = { emails: [ANNA], lifetimeMs: 30 * DAY, gift: GIFT };
const INVITED = { email: ANNA, sameBrowser: false, invited: true };
const LISTED = { email: ANNA, gift: GIFT.words, sentAt: NOW, expiresAt: NOW + 30 * DAY };

/** Anna is invited for thirty days, with a gift. @returns the token of her link */
async function invited(at: World): Promise<string> {
	await inviteAll(at.db, at.settings, TERMS, CONSOLE, NOW);
	return tokenOf((await emailsOf(at)).at(-1)?.link);
}

const listed = async ({ db }: World, now: number) => (await listInvitations(db, {}, now)).invitations;

const giftsOf = async ({ db }: World) =>
	(await db.selectFrom("accounts").select("gift").execute()).map(({ gift }) => gift);

const answer = ({ db, settings }: World, token: string, now: number) =>
	confirmByLink(db, settings, { token, bindingToken: null, newPassword: PASSWORD, accepted }, client(), now);

describe("an invitation whose address is registered by anybody", () => {
	eachDatabase((openTestDb) => {
		test("keeps its days, its link, its gift and its place in the list, and its row when that is over", async () => {
			const at = await world(openTestDb);
			const link = await invited(at);
			const stranger = await begin(at, ANNA, NOW + HOUR, client(2));
			const { bindingToken } = await begin(at, ANNA, NOW + HOUR, client(3));
			await resendConfirmation(at.db, at.settings, ANNA, client(2), NOW + HOUR);
			expect(await findPending(at.db, stranger.token, stranger.bindingToken, NOW + 2 * HOUR)).toBeNull();
			for (const now of [NOW + 2 * HOUR, NOW + 30 * DAY - 1]) {
				expect(await listed(at, now)).toMatchObject([LISTED]);
				expect(await findPending(at.db, link, null, now)).toEqual(INVITED);
			}
			const typing = (now: number) => findPendingByBinding(at.db, bindingToken, now);
			expect(await typing(NOW + HOUR + DAY - 1)).toEqual({ email: ANNA, codeAlive: true });
			expect(await typing(NOW + HOUR + DAY)).toBeNull();
			const again = await inviteAll(at.db, at.settings, TERMS, CONSOLE, NOW + 2 * HOUR);
			expect([...again.values()]).toEqual([{ outcome: "already-invited" }]);

			await restoreInvitations(at.db, NOW + 2 * HOUR);
			const rows = at.db.selectFrom("pending_registrations").selectAll();
			expect(await rows.where("email", "=", ANNA).execute()).not.toMatchObject([{ password_hash: null }]);
			await forgetExpired(at.db, NOW + 2 * DAY);
			await restoreInvitations(at.db, NOW + 2 * DAY);
			expect(await rows.execute()).toMatchObject([
				{ email: ANNA, password_hash: null, offer_version: "", expires_at: NOW + 30 * DAY },
			]);
			expect(await at.db.selectFrom("one_time_tokens").select("token_hash").execute()).toHaveLength(1);
			expect(await listed(at, NOW + 2 * DAY)).toMatchObject([LISTED]);
			expect(await answer(at, link, NOW + 29 * DAY)).toMatchObject({ outcome: "confirmed" });
			expect(await giftsOf(at)).toEqual([JSON.stringify(GIFT)]);
		});

		test("has its row again also where the one before it could not be given back", async () => {
			const at = await world(openTestDb);
			const emails = [ANNA, email("boris@example.ru")];
			await inviteAll(at.db, at.settings, { ...TERMS, emails }, CONSOLE, NOW);
			for (const one of emails) await begin(at, one, NOW + HOUR);
			let read = 0;
			// The first one looks for those that wait.
			const broken = failingDatabase(
				at.db,
				(statement) => touches(statement, "pending_registrations") && ++read === 2,
			);
			const restoring = restoreInvitations(broken, NOW + 2 * DAY);
			await expect(restoring).rejects.toMatchObject({ errors: { length: 1 } });
			const rows = await at.db.selectFrom("pending_registrations").select("password_hash").execute();
			expect(rows.filter(({ password_hash }) => password_hash === null)).toHaveLength(1);
		});

		test("is answered by its link meanwhile, with a password and consents of its own", async () => {
			const at = await world(openTestDb);
			const link = await invited(at);
			const { token, bindingToken } = await begin(at, ANNA, NOW + HOUR, client(2));
			expect(
				await confirmByLink(at.db, at.settings, { token: link, bindingToken }, client(2), NOW + HOUR),
			).toEqual({ outcome: "needs-password", email: ANNA });
			expect(await answer(at, link, NOW + HOUR)).toMatchObject({ outcome: "confirmed" });
			expect(await giftsOf(at)).toEqual([JSON.stringify(GIFT)]);
			expect(await findPending(at.db, token, bindingToken, NOW + HOUR)).toBeNull();
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);
		});

		test("brings its gift to the person who registers, within a day as anybody, and is answered with that", async () => {
			const at = await world(openTestDb);
			const link = await invited(at);
			const { code, bindingToken } = await begin(at, ANNA, NOW + HOUR);
			const type = (now: number) => confirmByCode(at.db, at.settings, { code, bindingToken }, client(), now);
			expect(await type(NOW + HOUR + DAY)).toEqual({ outcome: "nothing-pending" });
			expect(await type(NOW + HOUR + DAY - 1)).toMatchObject({ outcome: "confirmed" });
			expect(await giftsOf(at)).toEqual([JSON.stringify(GIFT)]);
			expect(await findPending(at.db, link, null, NOW + 2 * DAY)).toBeNull();
			expect(await listed(at, NOW + 2 * DAY)).toEqual([]);
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);
		});

		test("is still sent where its e-mail waits while that of the registration is asked for again", async () => {
			const at = await world(openTestDb);
			const boris = email("boris@example.ru");
			// The e-mails of several go out by the runner, which is not here.
			await inviteAll(at.db, at.settings, { ...TERMS, emails: [ANNA, boris] }, CONSOLE, NOW);
			await begin(at, ANNA, NOW + HOUR, client(2));
			await resendConfirmation(at.db, at.settings, ANNA, client(2), NOW + HOUR);
			await emailsOf(at);
			const waiting = at.db
				.selectFrom("letters")
				.select("recipient")
				.where("kind", "=", INVITATION)
				.where("state", "=", "waiting")
				.orderBy("recipient");
			expect(await waiting.execute()).toEqual([{ recipient: ANNA }, { recipient: boris }]);
		});

		test("waits again at once where the registration's e-mail is refused", async () => {
			const at = await world(openTestDb);
			const link = await invited(at);
			at.mailer.outcomes = [{ result: "refused", problem: "550" }];
			const form = { email: ANNA, password: OTHER_PASSWORD, accepted };
			expect(await register(at.db, at.settings, form, client(2), NOW + HOUR)).toEqual({
				outcome: "refused-by-post",
			});
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toMatchObject([
				{ password_hash: null, offer_version: "", expires_at: NOW + 30 * DAY },
			]);
			expect(await listed(at, NOW + HOUR)).toMatchObject([LISTED]);
			expect(await answer(at, link, NOW + 2 * DAY)).toMatchObject({ outcome: "confirmed" });
		});

		test("is sent again by staff with all its days, and taken back without the registration", async () => {
			const at = await world(openTestDb);
			const link = await invited(at);
			const { token, bindingToken } = await begin(at, ANNA, NOW + HOUR, client(2));
			const [{ id } = { id: "" }] = await listed(at, NOW + HOUR);
			const resent = await resendInvitation(at.db, at.settings, id, CONSOLE, NOW + 2 * HOUR);
			expect(resent).toMatchObject({ outcome: "done" });
			const second = tokenOf((await emailsOf(at)).at(-1)?.link);
			expect(await findPending(at.db, link, null, NOW + 3 * HOUR)).toBeNull();
			expect(await findPending(at.db, second, null, NOW + 2 * HOUR + 30 * DAY - 1)).toEqual(INVITED);
			expect(await listed(at, NOW + 3 * HOUR)).toMatchObject([
				{ sentAt: NOW + 2 * HOUR, expiresAt: NOW + 2 * HOUR + 30 * DAY },
			]);

			expect(await revokeInvitation(at.db, id, CONSOLE, NOW + 3 * HOUR)).toMatchObject({ outcome: "done" });
			expect(await revokeInvitation(at.db, id, CONSOLE, NOW + 3 * HOUR)).toEqual({ outcome: "unchanged" });
			expect(await listed(at, NOW + 3 * HOUR)).toEqual([]);
			expect(await findPending(at.db, second, null, NOW + 3 * HOUR)).toBeNull();
			const form = { token, bindingToken };
			expect(await confirmByLink(at.db, at.settings, form, client(2), NOW + 4 * HOUR)).toMatchObject({
				outcome: "confirmed",
			});
			expect(await giftsOf(at)).toEqual([null]);
		});
	});
});
