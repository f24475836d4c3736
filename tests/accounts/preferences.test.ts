import { describe, expect, test } from "vitest";
import {
	readAnswerPreferences,
	setAnswerPreferences,
	setDefaultModel,
} from "../../app/accounts/preferences.server.ts";
import { findSession } from "../../app/accounts/sessions/sessions.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { client, NOW, somebody, world } from "./world.ts";

describe("what a person chooses for all chats", () => {
	eachDatabase((openTestDb) => {
		test("the texts are tidied and at most 1 500 characters each, a line break being one", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			expect(await readAnswerPreferences(at.db, id)).toEqual({ about: "", answerStyle: "", isUsed: true });
			const lines = "я\r\n".repeat(749);
			const typed = { about: `  ${lines}я `, answerStyle: "Кратко", isUsed: false };
			expect(await setAnswerPreferences(at.db, id, typed, NOW)).toEqual({ outcome: "set" });
			const saved = await readAnswerPreferences(at.db, id);
			expect(saved).toEqual({ about: `${"я\n".repeat(749)}я`, answerStyle: "Кратко", isUsed: false });
			const long = { about: "я".repeat(1_503), answerStyle: "я".repeat(1_500), isUsed: true };
			expect(await setAnswerPreferences(at.db, id, long, NOW)).toEqual({
				outcome: "too-long",
				excess: { about: 3, answerStyle: 0 },
			});
			expect(await readAnswerPreferences(at.db, id)).toEqual(saved);
		});

		test("the default model comes with the session, and nobody else's", async () => {
			const at = await world(openTestDb);
			const { id, sessionToken } = await somebody(at);
			const account = async () => (await findSession(at.db, sessionToken, client(), NOW))?.account;
			expect(await account()).toMatchObject({ id, defaultModel: null });
			await setDefaultModel(at.db, id, "large");
			expect(await account()).toMatchObject({ id, defaultModel: "large" });
			await setDefaultModel(at.db, crypto.randomUUID(), "small");
			expect(await account()).toMatchObject({ defaultModel: "large" });
		});
	});
});
