import { setAnswerPreferences } from "../../../accounts/preferences.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAction, done, invalidAction } from "./responses.server.ts";

/** `intent=about`: the person's instruction for the model in every chat; with `clear` none any more. */
export const aboutAction: AccountAction = async ({ form, account }) => {
	const text = (name: string) => {
		const value = form.get(name);
		return typeof value === "string" ? value : "";
	};
	const isCleared = form.has("clear");
	const typed = isCleared
		? { about: "", answerStyle: "", isUsed: true }
		: { about: text("about"), answerStyle: text("answerStyle"), isUsed: form.has("useAbout") };
	const set = await setAnswerPreferences(db(), account.id, typed);
	if (set.outcome === "set") return done(isCleared ? "about-cleared" : "saved");
	const { about, answerStyle } = set.excess;
	const errors = {
		...(about > 0 && { about: "about-too-long" }),
		...(answerStyle > 0 && { answerStyle: "about-too-long" }),
	};
	const values = { about: typed.about, answerStyle: typed.answerStyle, useAbout: typed.isUsed ? "on" : "" };
	return invalidAction("about", errors, values);
};
