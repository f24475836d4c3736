import type { Db } from "../platform/db/connection.server.ts";

/** The longest of each of the two texts, in UTF-16 units: every question carries both. */
export const LONGEST_ABOUT = 1_500;

/** The instruction that the model gets in every chat of a person. */
export type AnswerPreferences = {
	/** About the person; "" for nothing. */
	about: string;
	/** How to answer; "" for nothing. */
	answerStyle: string;
	/** Whether the model is told; the texts stay either way. */
	isUsed: boolean;
};

export async function readAnswerPreferences(db: Db, accountId: string): Promise<AnswerPreferences> {
	const row = await db
		.selectFrom("accounts")
		.select(["about", "answer_style", "about_off_at"])
		.where("id", "=", accountId)
		.executeTakeFirstOrThrow();
	return {
		about: row.about ?? "",
		answerStyle: row.answer_style ?? "",
		isUsed: row.about_off_at === null,
	};
}

export type AnswerPreferencesSet =
	| { outcome: "set" }
	/** By how many characters each text is too long; 0: it is not. */
	| { outcome: "too-long"; excess: { about: number; answerStyle: number } };

/** Sets what the model is told from the next question on; running answers have been told already. */
export async function setAnswerPreferences(
	db: Db,
	accountId: string,
	{ about, answerStyle, isUsed }: AnswerPreferences,
	now = Date.now(),
): Promise<AnswerPreferencesSet> {
	const [tidyAbout, tidyStyle] = [tidy(about), tidy(answerStyle)];
	const excess = { about: excessOf(tidyAbout), answerStyle: excessOf(tidyStyle) };
	if (excess.about + excess.answerStyle > 0) return { outcome: "too-long", excess };
	await db
		.updateTable("accounts")
		.set({
			about: tidyAbout || null,
			answer_style: tidyStyle || null,
			about_off_at: isUsed ? null : now,
		})
		.where("id", "=", accountId)
		.where("state", "=", "active")
		.execute();
	return { outcome: "set" };
}

/** @param model offered to the person, validated by the caller; null: the first of the catalogue */
export async function setDefaultModel(db: Db, accountId: string, model: string | null): Promise<void> {
	await db
		.updateTable("accounts")
		.set({ default_model: model })
		.where("id", "=", accountId)
		.where("state", "=", "active")
		.execute();
}

/** Forms send two characters for a line break, which a person counts as one. */
const tidy = (text: string) => text.replace(/\r\n?/g, "\n").trim();

const excessOf = (text: string) => Math.max(0, text.length - LONGEST_ABOUT);
