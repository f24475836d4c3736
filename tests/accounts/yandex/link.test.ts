import { describe, expect, test } from "vitest";
import { changePasswordByToken } from "../../../app/accounts/password/change-password.server.ts";
import { proveOwner, sendOwnerCode } from "../../../app/accounts/password/prove-owner.server.ts";
import { requestReset } from "../../../app/accounts/password/recover.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { beginLinking, continueLinking } from "../../../app/accounts/yandex/begin-oauth.server.ts";
import { linkedYandex, putIdentity } from "../../../app/accounts/yandex/identities.server.ts";
import { linkYandex, unlinkYandex } from "../../../app/accounts/yandex/link-yandex.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { yandexPerson } from "../../support/fakes/fake-yandex.ts";
import {
	ANNA,
	client,
	contentOf,
	email,
	emailsOf,
	MINUTE,
	NOW,
	somebody,
	tokenOf,
	type World,
} from "../world.ts";
import { arrive, callbackParams, goAndReturn, withFakeYandex, yandexWorld } from "./world.ts";

const held = withFakeYandex();
const BORIS = email("boris@example.ru");

describe("linking Yandex ID", () => {
	eachDatabase((openTestDb) => {
		const open = () => yandexWorld(openTestDb, held.yandex);
		const profile = (subject: string) => ({ subject, login: `login-${subject}`, email: null, name: null });
		const link = ({ db, settings }: World, accountId: string, subject: string) =>
			linkYandex(db, settings, accountId, profile(subject), client(), NOW);
		/** To Yandex for an account, and back. */
		async function goForLinking({ db, settings }: World, accountId: string) {
			const stateToken = await beginLinking(db, accountId, NOW);
			const address = await continueLinking(db, settings, { stateToken, accountId }, NOW);
			return { stateToken, ...callbackParams(await held.yandex.follow(address)) };
		}

		test("the owner of an account goes to Yandex and comes back linked; then Yandex ID opens it", async () => {
			const at = await open();
			const { id } = await somebody(at);
			const back = await goForLinking(at, id);
			expect(await arrive(at, back, { accountId: id })).toEqual({ outcome: "linked" });
			expect(await linkedYandex(at.db, id)).toEqual({ login: held.yandex.scripted.person.login });
			expect(await arrive(at, await goAndReturn(at, held.yandex))).toMatchObject({ outcome: "signed-in" });
			const again = await goForLinking(at, id);
			expect(await arrive(at, again, { accountId: id })).toEqual({ outcome: "linked" });
			expect(await at.db.selectFrom("identities").selectAll().execute()).toHaveLength(1);
			const messages = await emailsOf(at);
			expect(messages.map(({ kind, to }) => [kind, to])).toEqual([["yandex-linked", ANNA]]);
			expect(contentOf(messages[0])).toContain(`«${held.yandex.scripted.person.login}»`);
			expect(contentOf(messages[0])).toContain("сеть 192.0.1.•••");
			for (const secret of [back.code, back.state, back.stateToken, held.yandex.scripted.person.id])
				expect(contentOf(messages[0])).not.toContain(secret);
		});

		test("an account with a second factor still asks for it after Yandex", async () => {
			const at = await open();
			const { id } = await somebody(at);
			await link(at, id, held.yandex.scripted.person.id);
			await at.db
				.insertInto("second_factors")
				.values({ account_id: id, sealed_seed: "?", confirmed_at: NOW, last_step: 0, created_at: NOW })
				.execute();
			const before = await at.db.selectFrom("sessions").selectAll().execute();
			expect(await arrive(at, await goAndReturn(at, held.yandex, "/FAQ"))).toEqual({
				outcome: "second-step",
				stepToken: expect.stringMatching(/^[\w-]{43}$/),
				redirectTo: "/FAQ",
			});
			expect(await at.db.selectFrom("sessions").selectAll().execute()).toEqual(before);
		});

		test("check 32: what one account began links no other, nor anybody who is not signed in", async () => {
			const at = await open();
			const [anna, boris] = [await somebody(at), await somebody(at, BORIS)];
			for (const accountId of [boris.id, null]) {
				const back = await goForLinking(at, anna.id);
				expect(await arrive(at, back, { accountId })).toEqual({ outcome: "late" });
			}
			const stateToken = await beginLinking(at.db, anna.id, NOW);
			const continueWith = (more: object, now = NOW) =>
				continueLinking(at.db, at.settings, { stateToken, accountId: anna.id, ...more }, now);
			expect(await continueWith({ accountId: boris.id })).toBeNull();
			expect(await continueWith({ stateToken: null })).toBeNull();
			expect(await continueWith({ stateToken: (await goAndReturn(at, held.yandex)).stateToken })).toBeNull();
			expect(await continueWith({}, NOW + 10 * MINUTE)).toBeNull();
			// Before it has gone on, there is no state that could fit.
			expect(
				await arrive(at, { stateToken, state: null, code: "x", error: null }, { accountId: anna.id }),
			).toEqual({ outcome: "late" });
			expect(await at.db.selectFrom("identities").selectAll().execute()).toEqual([]);
		});

		test("going on twice is harmless: the last state counts", async () => {
			const at = await open();
			const { id } = await somebody(at);
			const stateToken = await beginLinking(at.db, id, NOW);
			const go = async () => {
				const address = await continueLinking(at.db, at.settings, { stateToken, accountId: id }, NOW);
				return { stateToken, ...callbackParams(await held.yandex.follow(address)) };
			};
			const [first, last] = [await go(), await go()];
			expect(await arrive(at, first, { accountId: id })).toEqual({ outcome: "late" });
			expect(await arrive(at, last, { accountId: id })).toEqual({ outcome: "linked" });
		});

		test("two accounts that link the same Yandex ID at the same time: one of them gets it", async () => {
			const at = await open();
			const [anna, boris] = [await somebody(at), await somebody(at, BORIS)];
			for (let i = 0; i < 5; i++) {
				const linked = await Promise.all([link(at, anna.id, "77"), link(at, boris.id, "77")]);
				expect(linked.map(({ outcome }) => outcome).sort()).toEqual(["linked", "taken"]);
				// Only the one whose it is now is told.
				const messages = await emailsOf(at);
				expect(messages.map(({ to }) => to)).toEqual([linked[0]?.outcome === "linked" ? ANNA : BORIS]);
				at.mailer.emails.length = 0;
				expect(await at.db.selectFrom("identities").selectAll().execute()).toHaveLength(1);
				await at.db.deleteFrom("identities").execute();
			}
		});

		test("two Yandex IDs that are linked to one account at the same time: one of them is", async () => {
			const at = await open();
			const { id } = await somebody(at);
			const linked = await Promise.all([link(at, id, "77"), link(at, id, "78")]);
			expect(linked.map(({ outcome }) => outcome).sort()).toEqual(["has-another", "linked"]);
		});

		test("a blocked or deleted account is linked to nothing", async () => {
			const at = await open();
			const { id } = await somebody(at);
			for (const state of ["blocked", "deleted"] as const) {
				await at.db.updateTable("accounts").set({ state }).execute();
				expect(await link(at, id, "77")).toEqual({ outcome: "late" });
			}
		});

		test("unlinked, it opens nothing any more, and another account may have it", async () => {
			const at = await open();
			const [anna, boris] = [await somebody(at), await somebody(at, BORIS)];
			const subject = held.yandex.scripted.person.id;
			await link(at, anna.id, subject);
			expect(await unlinkYandex(at.db, at.settings, boris.id, client(), NOW)).toBe(false);
			const unlinks = [1, 2].map(() => unlinkYandex(at.db, at.settings, anna.id, client(), NOW));
			expect((await Promise.all(unlinks)).sort()).toEqual([false, true]);
			expect(await arrive(at, await goAndReturn(at, held.yandex))).toMatchObject({ outcome: "registering" });
			expect(await link(at, boris.id, subject)).toEqual({ outcome: "linked" });
			const events = await at.db
				.selectFrom("account_events")
				.select("kind")
				.where("account_id", "=", anna.id)
				.where("kind", "in", ["yandex-linked", "yandex-unlinked"])
				.execute();
			expect(events.map(({ kind }) => kind).sort()).toEqual(["yandex-linked", "yandex-unlinked"]);
			const messages = await emailsOf(at);
			expect(messages.map(({ kind, to }) => `${kind} ${to}`).sort()).toEqual([
				`yandex-linked ${ANNA}`,
				`yandex-linked ${BORIS}`,
				`yandex-unlinked ${ANNA}`,
			]);
			const message = messages.find(({ kind }) => kind === "yandex-unlinked");
			expect(contentOf(message)).toContain(`«login-${subject}»`);
			expect(contentOf(message)).toContain("сеть 192.0.1.•••");
			expect(contentOf(message)).not.toContain("reset-password");
		});

		test("an account without a password proves itself by e-mail, and gets a password by recovery", async () => {
			const at = await open();
			const { id } = await somebody(at);
			await at.db.updateTable("accounts").set({ password_hash: null }).execute();
			const person = yandexPerson();
			await putIdentity(at.db, id, { subject: person.id, login: person.login }, client(), NOW);
			const sent = await sendOwnerCode(at.db, at.settings, { id, email: ANNA }, NOW);
			const code = sent.outcome === "sent" ? sent.trialCode : "";
			expect(await proveOwner(at.db, at.settings, id, { currentPassword: "" }, client(), NOW)).toMatchObject({
				outcome: "wrong-code",
			});
			expect(await proveOwner(at.db, at.settings, id, { code }, client(), NOW)).toEqual({
				outcome: "proved",
			});
			await unlinkYandex(at.db, at.settings, id, client(), NOW);
			const message = (await emailsOf(at)).find(({ kind }) => kind === "yandex-unlinked");
			expect(message?.text).toContain("https://chat.example.ru/reset-password");
			expect(contentOf(message)).not.toContain(code);

			const asked = await requestReset(at.db, at.settings, ANNA, client(), NOW);
			const token = tokenOf(asked.outcome === "accepted" ? asked.trialLink : undefined);
			const newPassword = "теперь и с паролем";
			expect(
				await changePasswordByToken(at.db, at.settings, { token, newPassword }, client(), NOW),
			).toMatchObject({
				outcome: "changed",
			});
			expect(
				await signIn(at.db, at.settings, { email: ANNA, password: newPassword }, client(), NOW),
			).toMatchObject({ outcome: "signed-in" });
		});
	});
});
