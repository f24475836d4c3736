import { ConfigError } from "../../platform/config.server.ts";
import { isPackage, type MessagePackage } from "../messages/message-package.server.ts";
import type { ListedPlan, Plan } from "./plan.server.ts";
import { readPlansText } from "./plans.server.ts";

/** A plan and a package as the text of the section has them: what is not said has its default. */
export type WrittenPlan = Omit<ListedPlan, "recommended"> & { recommended?: boolean | undefined };
export type WrittenPackage = Omit<MessagePackage, "description"> & { description?: string | undefined };
export type WrittenLine = WrittenPlan | WrittenPackage;

export const isWrittenPackage = (line: WrittenLine): line is WrittenPackage => isPackage(line as Plan);

const MOST_LINES = 100;

/** The lines of the section, in their order. */
export const writtenLines = (text: string): WrittenLine[] => JSON.parse(text.replace(/^\uFEFF/, ""));

/** The section as a file of `content/` is written. */
export const plansText = (lines: readonly WrittenLine[]): string => `${JSON.stringify(lines, null, "\t")}\n`;

/** Replaces the line of this key, or adds it behind those of its kind. */
export function withLine(lines: readonly WrittenLine[], fresh: WrittenLine): WrittenLine[] {
	if (lines.some(({ key }) => key === fresh.key))
		return lines.map((line) => (line.key === fresh.key ? fresh : line));
	const behind = lines.findLastIndex((line) => isWrittenPackage(line) === isWrittenPackage(fresh));
	return lines.toSpliced(behind < 0 ? lines.length : behind + 1, 0, fresh);
}

/** Whether a plan is to cost more than it does, where it is sold. */
export const isRise = (before: WrittenPlan | undefined, fresh: WrittenPlan): before is WrittenPlan =>
	before !== undefined && !before.off && fresh.price > before.price;

/**
 * A plan as it is to be written: a higher price is announced, and until its day the plan costs what it did. A lower one
 * counts at once, and so does each that nobody was promised to be told of.
 * @param from the first day on which a higher price may count; null: nothing is promised
 */
export function announceRise(
	before: WrittenPlan | undefined,
	fresh: WrittenPlan,
	from: string | null,
): WrittenPlan {
	if (!isRise(before, fresh) || from === null)
		return before && fresh.price > before.price ? { ...fresh, next: undefined } : fresh;
	const { price } = fresh;
	// Typed once more, it keeps its day.
	const next = before.next?.price === price ? before.next : { price, from };
	return { ...fresh, price: before.price, next };
}

/**
 * Moves a line one place up or down among those of its kind.
 * @returns the same lines where there is no place to go to
 */
export function moveLine(lines: readonly WrittenLine[], key: string, by: -1 | 1): WrittenLine[] {
	const moved = [...lines];
	const at = moved.findIndex((line) => line.key === key);
	const line = moved[at];
	if (!line) return moved;
	const isSame = (other: WrittenLine) => isWrittenPackage(other) === isWrittenPackage(line);
	const to =
		by < 0
			? moved.findLastIndex((other, i) => i < at && isSame(other))
			: moved.findIndex((other, i) => i > at && isSame(other));
	const other = moved[to];
	if (!other) return moved;
	moved[at] = other;
	moved[to] = line;
	return moved;
}

/**
 * Tells in words why a text cannot be in force: the refusals of the file's schema, and those of `check`.
 * @param check looks at the plans as they would be, and throws a `ConfigError`
 * @returns empty: nothing
 */
export function plansProblems(text: string, check: (plans: readonly Plan[]) => void): string[] {
	const path = "Тарифы";
	try {
		const { plans, packages } = readPlansText(path, text);
		if (plans.length + packages.length > MOST_LINES) return [`Строк может быть не больше ${MOST_LINES}.`];
		check(plans);
		return [];
	} catch (error) {
		if (error instanceof ConfigError)
			return error.problems.map((problem) => problem.replace(/^Тарифы: /, ""));
		throw error;
	}
}
