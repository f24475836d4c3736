import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { openSecrets } from "../../../accounts/staff/setting-secrets.server.ts";
import { plans } from "../../../billing/plans/plans.server.ts";
import {
	modelsText,
	problemsOf,
	type WrittenServer,
} from "../../../chat/providers/stored/change-models.server.ts";
import {
	MODEL_SECRETS,
	modelsFileRead,
	modelsLock,
} from "../../../chat/providers/stored/stored-models.server.ts";
import { config, sessionSecret } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { returned } from "../confirm/prove.server.ts";
import { locked, type Saving, saveSection } from "../settings/section-state.server.ts";

type SavingModels = Omit<Saving, "section" | "file" | "right" | "value" | "to"> & {
	to?: string;
	/** A key that is set with it, by the id of its server. */
	key?: { id: string; value: string };
};

/** Saves the servers as they would be, unless something keeps them from counting. */
export async function saveModels(
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	servers: readonly WrittenServer[],
	{ key, to = "/admin/models", ...saving }: SavingModels,
) {
	const lock = modelsLock();
	if (lock) return locked(lock, saving.values);
	const text = modelsText(servers);
	const keys = await openSecrets(db(), sessionSecret(config), MODEL_SECRETS, () => {});
	if (key) keys.set(key.id, key.value);
	const [problem] = problemsOf(text, keys, plans(), config.model.idleTimeoutMs);
	if (problem !== undefined)
		return returned({ values: saving.values, problem: "models-refused", lock: problem }, 422);
	return saveSection(staff, form, asked, {
		section: "models",
		file: modelsFileRead,
		right: "models",
		value: text,
		to,
		...saving,
	});
}
