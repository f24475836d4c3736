import { argon2 } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { requestReset } from "../../app/accounts/password/recover.server.ts";
import { invite } from "../../app/accounts/registration/invite.server.ts";
import { resendConfirmation } from "../../app/accounts/registration/resend-confirmation.server.ts";
import { signIn } from "../../app/accounts/sessions/sign-in.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { finishSending } from "../../app/mail/outbox.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import {
	ANNA,
	begin,
	client,
	email,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	somebody,
	type World,
	world,
} from "../accounts/world.ts";
import { eachDatabase } from "../support/database/databases.ts";

// Counted, not replaced.
vi.mock(import("node:crypto"), async (original) => {
	const crypto = await original();
	return { ...crypto, argon2: vi.fn(crypto.argon2) as unknown as typeof crypto.argon2 };
});

const UNKNOWN = email("nobody@example.ru");
const PENDING = email("pending@example.ru");
const INVITED = email("invited@example.ru");

/** What an act costs: the shape of each statement that it sends before it answers, and how many hashes it makes. */
async function workOf(db: Db, act: (watched: Db) => Promise<unknown>) {
	const statements: string[] = [];
	const watched = db.withPlugin({
		transformQuery: ({ node }) => {
			statements.push(JSON.stringify(node, (key, value) => (/^values?$/.test(key) ? undefined : value)));
			return node;
		},
		transformResult: async ({ result }) => result,
	});
	vi.mocked(argon2).mockClear();
	await act(watched);
	// Read at once: what is done after the answer takes nobody's time.
	return { statements: [...statements], hashes: vi.mocked(argon2).mock.calls.length };
}

/** How long the answers take is measured by `npm run bench -- told-apart`; here it is what they are made of. */
describe("check 4: whether an account exists changes no work before the response", () => {
	eachDatabase((openTestDb) => {
		async function people(): Promise<World> {
			const at = await world(openTestDb, { trial: false });
			await somebody({ ...at, settings: { ...at.settings, trial: true } });
			await begin({ ...at, settings: { ...at.settings, trial: true } }, PENDING);
			await invite(at.db, at.settings, INVITED, CONSOLE, NOW);
			await finishSending(at.mailer);
			return at;
		}

		test("of a refused sign-in", async () => {
			const at = await people();
			const refused = (who: string, password: string) =>
				workOf(at.db, (db) => signIn(db, at.settings, { email: who, password }, client(), NOW));
			const unknown = await refused(UNKNOWN, PASSWORD);
			expect(unknown.hashes).toBe(1);
			expect(unknown.statements.length).toBeGreaterThan(2);
			expect(await refused(ANNA, OTHER_PASSWORD)).toEqual(unknown);
			expect(await refused(PENDING, PASSWORD)).toEqual(unknown);
		});

		test.each([
			["a new password", requestReset],
			["a confirmation", resendConfirmation],
		])("of a request for %s by e-mail, and nobody waits for the mail server", async (_, ask) => {
			const at = await people();
			// A mail server that thinks until it is told to take the email.
			const taken: (() => void)[] = [];
			const asked = (who: typeof ANNA) => {
				at.mailer.outcomes = [new Promise((resolve) => taken.push(() => resolve({ result: "sent" })))];
				return workOf(at.db, async (db) => {
					expect(await ask(db, at.settings, who, client(), NOW)).toEqual({ outcome: "accepted" });
				});
			};
			const unknown = await asked(UNKNOWN);
			expect(unknown.hashes).toBe(0);
			expect(unknown.statements.length).toBeGreaterThan(3);
			expect(await asked(ANNA)).toEqual(unknown);
			expect(await asked(PENDING)).toEqual(unknown);
			expect(await asked(INVITED)).toEqual(unknown);
			for (const take of taken) take();
			await finishSending(at.mailer);
		});
	});
});
