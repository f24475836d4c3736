import {
	isWrittenPackage,
	type WrittenLine,
	type WrittenPackage,
	type WrittenPlan,
} from "../../../billing/plans/change-plans.server.ts";
import { FREE_KEY } from "../../../billing/plans/plans-schema.server.ts";
import { isIconName } from "../../../icons/icon-set.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { countOf, kopecksOf } from "../settings/typed-numbers.server.ts";

type Values = NonNullable<AdminFormState["values"]>;
type Errors = NonNullable<AdminFormState["errors"]>;

export const PLAN_FIELDS = [
	...(["planKey", "tier", "title", "description", "icon", "price", "days", "quota", "everyDays"] as const),
	...([
		"fileSpace",
		"filesPerDay",
		"toolCalls",
		"webSearch",
		"thinkLonger",
		"pictures",
		"recommended",
	] as const),
];
export const PACKAGE_FIELDS = ["planKey", "title", "description", "price", "quota", "days"] as const;

const LARGEST = 2_147_483_647;
const MOST_DAYS = 36_500;
const MEGABYTE = 1024 ** 2;

/** Reads the form of a plan. @param before the plan as it is; undefined: a new one @param models those chosen */
export function readPlanForm(
	values: Values,
	before: WrittenPlan | undefined,
	models: { chosen: string[]; offered: string[] },
	lines: readonly WrittenLine[],
): { errors: Errors; fresh: WrittenPlan } {
	const isFree = before?.key === FREE_KEY;
	const errors = readTexts(values, before, lines);
	const { title = "", description = "", tier = "", icon = "" } = values;
	if (tier === "" || tier.length > 40) errors.tier = "plan-tier";
	if (icon !== "" && !isIconName(icon)) errors.icon = "plan-icon";
	const price = isFree
		? 0
		: wanted(errors, "price", "plan-price", kopecksOf(values.price ?? "", 100, LARGEST));
	const days = isFree ? null : wanted(errors, "days", "plan-days", countOf(values.days ?? "", 1, MOST_DAYS));
	const messages = wanted(errors, "quota", "quota-wrong", countOf(values.quota ?? "", 1, LARGEST));
	const everyDays = wanted(errors, "everyDays", "plan-days", countOf(values.everyDays ?? "", 1, MOST_DAYS));
	const calls = countOf(values.toolCalls ?? "", 0, 1_000_000);
	if (calls === null) errors.toolCalls = "tool-calls";
	const files = readFiles(values, errors);
	if (models.offered.length > 0 && models.chosen.length === 0) errors.planModels = "plan-models";
	const fresh: WrittenPlan = {
		...before,
		key: before?.key ?? values.planKey ?? "",
		tier,
		title,
		description,
		icon: icon || undefined,
		price,
		days,
		quota: { messages, everyDays },
		files,
		toolCallsPerDay: calls ?? undefined,
		webSearch: abilityOf(values.webSearch),
		thinkLonger: abilityOf(values.thinkLonger),
		pictures: abilityOf(values.pictures),
		models: modelsOf(before?.models, models),
		recommended: values.recommended ? true : undefined,
	};
	return { errors, fresh };
}

/** Reads the form of a package of messages. */
export function readPackageForm(
	values: Values,
	before: WrittenPackage | undefined,
	lines: readonly WrittenLine[],
): { errors: Errors; fresh: WrittenPackage } {
	const errors = readTexts(values, before, lines);
	const fresh: WrittenPackage = {
		...before,
		key: before?.key ?? values.planKey ?? "",
		title: values.title ?? "",
		description: values.description || undefined,
		price: wanted(errors, "price", "plan-price", kopecksOf(values.price ?? "", 100, LARGEST)),
		messages: wanted(errors, "quota", "quota-wrong", countOf(values.quota ?? "", 1, 1_000_000)),
		days: wanted(errors, "days", "plan-days", countOf(values.days ?? "", 1, MOST_DAYS)),
	};
	return { errors, fresh };
}

/** The fields that plans and packages share. A key is given once: purchases refer to it. */
function readTexts(values: Values, before: WrittenLine | undefined, lines: readonly WrittenLine[]): Errors {
	const { title = "", description = "", planKey = "" } = values;
	const errors: Errors = {};
	if (title === "" || title.length > 60) errors.title = "plan-title";
	if (description.length > 120) errors.description = "plan-description";
	if (before) return errors;
	if (!/^[a-z][a-z0-9-]{0,39}$/.test(planKey)) errors.planKey = "plan-key";
	else if (lines.some(({ key }) => key === planKey)) errors.planKey = "plan-key-taken";
	return errors;
}

type NumberField = "price" | "days" | "quota" | "everyDays";

/** A number that has to be typed. */
function wanted(
	errors: Errors,
	field: NumberField,
	problem: NonNullable<Errors[NumberField]>,
	number: number | undefined | null,
): number {
	if (number === undefined || number === null) errors[field] = problem;
	return number ?? 1;
}

/** Without both the usual quota holds. */
function readFiles({ fileSpace = "", filesPerDay = "" }: Values, errors: Errors): WrittenPlan["files"] {
	if (fileSpace === "" && filesPerDay === "") return undefined;
	const bytes = Number(fileSpace.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".")) * MEGABYTE;
	const isSpace = Number.isFinite(bytes) && bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER;
	if (!isSpace) errors.fileSpace = "file-space";
	const perDay = countOf(filesPerDay, 1, LARGEST) ?? null;
	if (perDay === null) errors.filesPerDay = "files-per-day";
	return { bytes: Math.round(bytes), perDay: perDay ?? 1 };
}

/** Bytes as they are typed, in megabytes: their binary fractions come back as they were. */
export const typedMegabytes = (bytes: number): string => String(bytes / MEGABYTE).replace(".", ",");

/** An ability as the choice of the form says it: «has it» may be said on the card, or not. */
const abilityOf = (choice: string | undefined): boolean | undefined =>
	choice === "named" ? true : choice === "no" ? false : undefined;

export const choiceOf = (ability: boolean | undefined): string =>
	ability === undefined ? "" : ability ? "named" : "no";

/** All that are offered are «all», also those that are connected later, unless the plan named just these before. */
function modelsOf(
	before: string[] | undefined,
	{ chosen, offered }: { chosen: string[]; offered: string[] },
): string[] | undefined {
	if (offered.length === 0) return before;
	const named = offered.filter((id) => chosen.includes(id));
	const isAsBefore = before?.length === named.length && before.every((id) => named.includes(id));
	if (isAsBefore) return before;
	return named.length === offered.length || named.length === 0 ? undefined : named;
}

/** The line of a key that is a plan, or a package. */
export function lineOf(lines: readonly WrittenLine[], key: string | null, isPackage: boolean) {
	return lines.find((line) => line.key === key && isWrittenPackage(line) === isPackage);
}
