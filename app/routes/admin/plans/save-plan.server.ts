import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import {
	announceRise,
	isRise,
	moveLine,
	plansProblems,
	plansText,
	type WrittenLine,
	type WrittenPackage,
	type WrittenPlan,
	withLine,
} from "../../../billing/plans/change-plans.server.ts";
import { plansFileRead } from "../../../billing/plans/plans.server.ts";
import { FREE_KEY } from "../../../billing/plans/plans-schema.server.ts";
import { checkPlanModels } from "../../../chat/plan-models.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import type { StaffAct } from "../../../platform/db/tables/staff.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, textOf, typedValues } from "../confirm/prove.server.ts";
import { locked, saveSection } from "../settings/section-state.server.ts";
import {
	type CardPreview,
	firstDayOfRise,
	linesInForce,
	modelsToChoose,
	previewOf,
} from "./load-plans.server.ts";
import {
	lineOf,
	PACKAGE_FIELDS,
	PLAN_FIELDS,
	readPackageForm,
	readPlanForm,
} from "./read-plan-form.server.ts";

/** A returned form of a plan, with its card where that was asked for. */
export type PlanFormState = AdminFormState & { preview?: CardPreview };

/** Saves a plan of the form, or shows its card: a new one, or that of the address. */
export async function savePlan(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const lines = linesInForce();
	const key = query.get("key");
	const before = lineOf(lines, key, false) as WrittenPlan | undefined;
	if (key !== null && !before) return notFound(pathname + search);
	const offered = modelsToChoose(before?.models).map(({ id }) => id);
	const chosen = offered.filter((id) => form.getAll("planModels").includes(id));
	const values = { ...typedValues(form, PLAN_FIELDS), planModels: JSON.stringify(chosen) };
	const lock = lockOf("plans", plansFileRead);
	if (lock) return locked(lock, values);
	const { errors, fresh: typed } = readPlanForm(values, before, { chosen, offered }, lines);
	const shown = textOf(form, "shownPrice");
	// An announced price counts since the form was read: sent as it stands, the form would take it back.
	if (before && shown !== "" && shown !== String(before.price)) errors.price ??= "price-since";
	const from = firstDayOfRise();
	const isAnnounced = from !== null && isRise(before, typed);
	// Sold at once for another time, it would be so at the old price.
	if (isAnnounced && typed.days !== before?.days) errors.days ??= "days-with-price";
	if (Object.keys(errors).length > 0) return returned({ values, errors });
	const fresh = announceRise(before, typed, from);
	if (form.get("intent") === "preview") {
		const t = getI18n(asked.context).getFixedT("ru", "payment");
		return returned<PlanFormState>({ values, preview: await previewOf(fresh, t) }, 200);
	}
	const cause = isAnnounced ? "price-announced" : "plan-saved";
	return saveLine(staff, form, asked, { lines, before, fresh, values, cause });
}

/** Withdraws the price that is announced for a plan; until its day it can be. */
export async function withdrawPrice(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const lines = linesInForce();
	const before = lineOf(lines, query.get("key"), false) as WrittenPlan | undefined;
	if (!before?.next) return notFound(pathname + search);
	const values = { revision: textOf(form, "revision") };
	const fresh = { ...before, next: undefined };
	return saveLine(staff, form, asked, { lines, before, fresh, values, cause: "price-withdrawn" });
}

/** Saves a package of messages: a new one, or that of the address. */
export async function savePackage(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const lines = linesInForce();
	const key = query.get("key");
	const before = lineOf(lines, key, true) as WrittenPackage | undefined;
	if (key !== null && !before) return notFound(pathname + search);
	const values = typedValues(form, PACKAGE_FIELDS);
	const lock = lockOf("plans", plansFileRead);
	if (lock) return locked(lock, values);
	const { errors, fresh } = readPackageForm(values, before, lines);
	if (Object.keys(errors).length > 0) return returned({ values, errors });
	return saveLine(staff, form, asked, { lines, before, fresh, values });
}

/** Takes a plan or a package off sale, or puts it on sale again. */
export async function sell(staff: Staff, form: FormData, asked: RouteArgs, off: boolean) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const lines = linesInForce();
	const before = lines.find(({ key }) => key === query.get("key"));
	if (!before || before.key === FREE_KEY) return notFound(pathname + search);
	const values = { revision: textOf(form, "revision") };
	const fresh = { ...before, off: off || undefined };
	const cause = off ? "plan-off" : "plan-on";
	return saveLine(staff, form, asked, { lines, before, fresh, values, act: cause, cause });
}

/** Moves a plan or a package one place up or down. */
export async function movePlan(staff: Staff, form: FormData, asked: RouteArgs) {
	const key = textOf(form, "move");
	const isUp = form.get("by") === "up";
	const lines = linesInForce();
	if (!lines.some((line) => line.key === key)) return notFound(new URL(asked.request.url).pathname);
	return save(staff, form, asked, moveLine(lines, key, isUp ? -1 : 1), {
		act: "plans-moved",
		after: `${key}: ${isUp ? "выше" : "ниже"}`,
		values: { revision: textOf(form, "revision") },
		cause: "plans-moved",
		proof: "none",
	});
}

type Line = {
	lines: readonly WrittenLine[];
	before: WrittenLine | undefined;
	fresh: WrittenLine;
	values: NonNullable<AdminFormState["values"]>;
	act?: StaffAct;
	cause?: string;
};

const saveLine = (
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	{ lines, before, fresh, values, act = "plan-changed", cause = "plan-saved" }: Line,
) =>
	save(staff, form, asked, withLine(lines, fresh), {
		act,
		before: before ? JSON.stringify(before) : null,
		after: JSON.stringify(fresh),
		values,
		cause,
	});

type Saving = {
	act: StaffAct;
	before?: string | null;
	after: string;
	values: NonNullable<AdminFormState["values"]>;
	cause: string;
	proof?: "none";
};

/** Saves the lines as they would be, unless the schema of the file or the models keep them from counting. */
async function save(
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	lines: readonly WrittenLine[],
	saving: Saving,
) {
	const lock = lockOf("plans", plansFileRead);
	if (lock) return locked(lock, saving.values);
	const value = plansText(lines);
	const { catalogue } = chatServices();
	const [problem] = plansProblems(value, (plans) => checkPlanModels(catalogue, plans));
	if (problem !== undefined)
		return returned({ values: saving.values, problem: "plans-refused", lock: problem }, 422);
	return saveSection(staff, form, asked, {
		section: "plans",
		file: plansFileRead,
		right: "changePlans",
		value,
		to: "/admin/plans",
		...saving,
	});
}
