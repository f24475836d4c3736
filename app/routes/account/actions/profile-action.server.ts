import { setDefaultModel } from "../../../accounts/preferences.server.ts";
import { rename } from "../../../accounts/rename.server.ts";
import { detailsCookie, isDetailsPreference } from "../../../chat/tools/details-preference.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { isTheme, themeCookie } from "../../../shell/theme-preference.ts";
import { loadModels } from "../load/load-models.server.ts";
import { type AccountAction, done, invalidAction } from "./responses.server.ts";

const INTENT = "profile";

/** `intent=profile`: the display name, the default model, and this browser's theme and details; what is not sent stays. */
export const profileAction: AccountAction = async ({ form, account }) => {
	const text = (field: string) => {
		const value = form.get(field);
		return typeof value === "string" ? value : undefined;
	};
	const { models, first } = await loadModels(account.id, account.defaultModel);
	// A single model is no choice, and has no field.
	const model = models.length > 1 ? text("model") || undefined : undefined;
	const [name, theme, details] = [text("name"), text("theme"), text("details")];
	const values = { name: name ?? "", model: model ?? "" };
	if (model !== undefined && !models.some(({ id }) => id === model))
		return invalidAction(INTENT, { model: "model-gone" }, values);
	if (name !== undefined) {
		const { outcome } = await rename(db(), account.id, name);
		if (outcome === "too-long") return invalidAction(INTENT, { name: "name-too-long" }, values);
		if (outcome === "control-characters") return invalidAction(INTENT, { name: "name-odd" }, values);
	}
	// A person who leaves the installation's default gets its next one, too.
	if (model !== undefined) await setDefaultModel(db(), account.id, model === first ? null : model);
	const secure = config.appUrl.startsWith("https:");
	const cookies = [
		...(isTheme(theme) ? [themeCookie(theme, secure)] : []),
		...(isDetailsPreference(details) ? [detailsCookie(details, secure)] : []),
	];
	return done("saved", "/account", ...cookies);
};
