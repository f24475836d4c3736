import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { OWN_TOOLS, type OwnToolName } from "../../../tools/mcp/tools-file.server.ts";
import { problemsOfTools, toolsText, type WrittenTools } from "../../../tools/stored/change-tools.server.ts";
import { toolsFileRead, toolsLock } from "../../../tools/stored/stored-tools.server.ts";
import { returned, textOf } from "../confirm/prove.server.ts";
import { locked, type Saving, saveSection } from "../settings/section-state.server.ts";
import { toolsInForce } from "./load-tools.server.ts";

type SavingTools = Omit<Saving, "section" | "file" | "right" | "value" | "to"> & { to?: string };

/** Saves the section as it would be, unless something keeps it from counting. */
export async function saveTools(
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	fresh: WrittenTools,
	{ to = "/admin/tools", ...saving }: SavingTools,
) {
	const lock = toolsLock();
	if (lock) return locked(lock, saving.values);
	const text = toolsText(fresh);
	const [problem] = problemsOfTools(text);
	if (problem !== undefined)
		return returned({ values: saving.values, problem: "tools-refused", lock: problem }, 422);
	return saveSection(staff, form, asked, {
		section: "tools",
		file: toolsFileRead,
		right: "tools",
		value: text,
		to,
		...saving,
	});
}

/** Switches tools of our own. */
export function saveOwn(staff: Staff, form: FormData, asked: RouteArgs) {
	const written = toolsInForce();
	const on = form.getAll("on");
	const off = OWN_TOOLS.filter((name) => form.has(`known:${name}`) && !on.includes(name));
	const untold = (written.off ?? []).filter((name) => !form.has(`known:${name}`));
	return saveTools(
		staff,
		form,
		asked,
		{ ...written, off: [...untold, ...off] },
		{
			act: "own-tools-changed",
			before: named(written.off ?? []),
			after: named([...untold, ...off]),
			values: { on: on.join(" "), revision: textOf(form, "revision") },
			cause: "own-tools-saved",
		},
	);
}

const named = (off: readonly OwnToolName[]) => (off.length > 0 ? `без ${off.join(", ")}` : "все");
