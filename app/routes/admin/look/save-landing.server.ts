import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { LANDING_PARTS, LANDING_TEXTS, LONGEST } from "../../../operator/look/look-file.server.ts";
import { lookFileRead, lookInForce } from "../../../operator/look/look-in-force.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import { returned, textOf } from "../confirm/prove.server.ts";
import { locked, type saveSection } from "../settings/section-state.server.ts";
import type { LookState } from "./look-state.ts";
import { saveLookSettings } from "./save-look.server.ts";

/** Saves the texts of the home page and what it shows; with `reset` all is as the program has it again. */
export async function saveLanding(staff: Staff, form: FormData, asked: Parameters<typeof saveSection>[2]) {
	const typed = Object.fromEntries(LANDING_TEXTS.map((name) => [name, textOf(form, name).trim()]));
	const parts = form.getAll("parts");
	const values = { ...typed, parts: parts.join(" "), revision: textOf(form, "revision") };
	const lock = lockOf("look", lookFileRead);
	if (lock) return locked(lock, values);
	const errors: LookState["errors"] = {};
	for (const name of LANDING_TEXTS)
		if ((typed[name] ?? "").length > LONGEST[name]) errors[name] = "text-long";
	if (Object.keys(errors).length > 0 && !form.has("reset")) return returned<LookState>({ values, errors });

	const { landing: _, ...settings } = lookInForce().settings;
	const hidden = LANDING_PARTS.filter((part) => !parts.includes(part));
	const filled = LANDING_TEXTS.flatMap((name) => (typed[name] ? [[name, typed[name]]] : []));
	const landing = { ...Object.fromEntries(filled), ...(hidden.length > 0 && { hidden }) };
	const isEmpty = form.has("reset") || Object.keys(landing).length === 0;
	const fresh = isEmpty ? settings : { ...settings, landing };
	return saveLookSettings(staff, form, asked, { fresh, values, to: "/admin/look?tab=landing" });
}
