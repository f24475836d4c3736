import { describe, expect, test } from "vitest";
import { forgetExpired } from "../../../app/accounts/forget-expired.server.ts";
import { confirmByCode } from "../../../app/accounts/registration/confirm-email.server.ts";
import { findPendingByBinding } from "../../../app/accounts/registration/find-pending.server.ts";
import { register } from "../../../app/accounts/registration/register.server.ts";
import { resendConfirmation } from "../../../app/accounts/registration/resend-confirmation.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
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
	type World,
	world,
} from "../world.ts";

const LATER = NOW + HOUR;

/** Anna has an account, and this installation tells nobody. */
async function hiding(openTestDb: Parameters<typeof world>[0], trial = false) {
	const at = await world(openTestDb);
	const anna = await somebody(at);
	const hidden: World = { ...at, settings: { ...at.settings, hideExistingAccounts: true, trial } };
	return { at: hidden, anna };
}

/** Everything somebody who registers `who` without seeing the e-mail can do next, and what it answers. */
async function probe({ db, settings }: World, who: ReturnType<typeof email>) {
	const begun = await register(
		db,
		settings,
		{ email: who, password: OTHER_PASSWORD, accepted },
		client(4),
		LATER,
	);
	const bindingToken = begun.outcome === "registered" ? begun.bindingToken : null;
	const guess = (code: string) => confirmByCode(db, settings, { code, bindingToken }, client(4), LATER);
	const findPending = () => findPendingByBinding(db, bindingToken, LATER);
	const seen: unknown[] = [{ ...begun, bindingToken: "" }, await findPending()];
	for (const code of ["000000", "", "12345"]) seen.push(await guess(code));
	seen.push(await resendConfirmation(db, settings, who, client(4), LATER), await findPending());
	for (const code of ["000001", "000002", "000003"]) seen.push(await guess(code));
	seen.push(await findPending());
	for (let i = 0; i < 2; i++) seen.push(await resendConfirmation(db, settings, who, client(4), LATER));
	return seen.map((answer) => JSON.stringify(answer).replaceAll(who, "…"));
}

describe("check 1: where existing accounts are hidden", () => {
	eachDatabase((openTestDb) => {
		test("every next step of a known e-mail answers like that of a new one", async () => {
			const { at } = await hiding(openTestDb);
			const known = await probe(at, ANNA);
			const fresh = await probe(at, email("new@example.ru"));
			expect(known).toEqual(fresh);
			expect(known.join()).toContain('"triesLeft":4');
			expect(known.join()).toContain("dead-code");
			expect(known.at(-1)).toContain("too-many-attempts");
		});

		test("the owner's account, password and sessions are untouched, and the owner is told each time", async () => {
			const { at, anna } = await hiding(openTestDb);
			const before = await at.db.selectFrom("accounts").selectAll().execute();
			await probe(at, ANNA);
			expect(await at.db.selectFrom("accounts").selectAll().execute()).toEqual(before);
			expect(await findSession(at.db, anna.sessionToken, client(), LATER)).not.toBeNull();
			const sign = (password: string) =>
				signIn(at.db, at.settings, { email: ANNA, password }, client(), LATER);
			expect(await sign(OTHER_PASSWORD)).toMatchObject({ outcome: "wrong" });
			expect(await sign(PASSWORD)).toMatchObject({ outcome: "signed-in" });
			const messages = await emailsOf(at);
			expect(messages.map(({ kind, to }) => [kind, to])).toEqual(Array(3).fill(["address-taken", ANNA]));
			for (const { text } of messages) expect(text).not.toMatch(/verify-mail|Код/);
		});

		test("a day later nothing of it is left", async () => {
			const { at } = await hiding(openTestDb);
			await probe(at, ANNA);
			await forgetExpired(at.db, LATER + DAY);
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toEqual([]);
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);
			expect(await at.db.selectFrom("accounts").select("id").execute()).toHaveLength(1);
		});

		test("in a trial the page may show what the owner's e-mail says, and no digits", async () => {
			const { at } = await hiding(openTestDb, true);
			const begun = await register(
				at.db,
				at.settings,
				{ email: ANNA, password: OTHER_PASSWORD, accepted },
				client(4),
				LATER,
			);
			expect(begun).toMatchObject({ outcome: "registered", trialLink: "https://chat.example.ru/login" });
			expect(begun).not.toHaveProperty("trialCode");
			const again = await resendConfirmation(at.db, at.settings, ANNA, client(4), LATER);
			expect(again).toEqual({ outcome: "accepted", trialLink: "https://chat.example.ru/login" });
		});

		test("whoever has an account and asks for the e-mail by hand gets none", async () => {
			const { at } = await hiding(openTestDb);
			expect(await resendConfirmation(at.db, at.settings, ANNA, client(), LATER)).toEqual({
				outcome: "accepted",
			});
			expect(await emailsOf(at)).toEqual([]);
		});
	});
});
