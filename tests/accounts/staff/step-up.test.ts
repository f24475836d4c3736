import { describe, expect, test } from "vitest";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { hasSteppedUp, STEP_UP_MS, stepUp } from "../../../app/accounts/staff/step-up.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { client, NOW, PASSWORD, somebody, world } from "../world.ts";

describe("a proof of staff", () => {
	eachDatabase((openTestDb) => {
		test("marks its own session for a quarter of an hour, and a wrong password none", async () => {
			const at = await world(openTestDb);
			const { id, sessionToken } = await somebody(at);
			const sessionId = (await findSession(at.db, sessionToken, client(), NOW))?.sessionId ?? "";
			const own = { accountId: id, sessionId };
			const prove = (currentPassword: string) =>
				stepUp(at.db, at.settings, own, { currentPassword }, client(), NOW);
			expect(await hasSteppedUp(at.db, sessionId, NOW)).toBe(false);
			expect(await prove("не тот пароль")).toMatchObject({ outcome: "wrong-password" });
			expect(await hasSteppedUp(at.db, sessionId, NOW)).toBe(false);
			expect(await prove(PASSWORD)).toEqual({ outcome: "proved" });
			expect(await hasSteppedUp(at.db, sessionId, NOW + STEP_UP_MS - 1)).toBe(true);
			expect(await hasSteppedUp(at.db, sessionId, NOW + STEP_UP_MS)).toBe(false);
			expect(await hasSteppedUp(at.db, "another session", NOW)).toBe(false);
		});
	});
});
