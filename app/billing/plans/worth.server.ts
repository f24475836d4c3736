import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { Plan } from "./plan.server.ts";

/** The price and the days that determine the worth of a plan's time. */
export type Rate = Pick<Plan, "price" | "days">;

/** Kopecks as a fraction of two integers: with floats a rest of exactly 13 ₽ may become 12,99 ₽. */
export type Worth = { numerator: bigint; denominator: bigint };

export const NOTHING: Worth = { numerator: 0n, denominator: 1n };

/** The plan's period in milliseconds; an unlimited one counts as a day, and costs nothing. */
const periodOf = ({ days }: Rate) => BigInt(days ?? 1) * BigInt(DAY);

/** The worth of `ms` milliseconds of a plan at its own price. */
export const worthOf = (ms: number, plan: Rate): Worth => ({
	numerator: BigInt(ms) * BigInt(plan.price),
	denominator: periodOf(plan),
});

export const sumOf = (a: Worth, b: Worth): Worth => ({
	numerator: a.numerator * b.denominator + b.numerator * a.denominator,
	denominator: a.denominator * b.denominator,
});

/** @returns kopecks, rounded down */
export const wholeKopecks = ({ numerator, denominator }: Worth): number => Number(numerator / denominator);

/**
 * How much time of a plan an amount is worth.
 * @param plan with a price
 * @returns milliseconds, rounded down
 */
export const timeFor = ({ numerator, denominator }: Worth, plan: Rate): number =>
	Number((numerator * periodOf(plan)) / (denominator * BigInt(plan.price)));

/**
 * The least time of a plan that is worth an amount in kopecks.
 * @param plan with a price
 * @returns milliseconds, rounded up
 */
export function timeWorth(kopecks: number, plan: Rate): number {
	const price = BigInt(plan.price);
	return Number((BigInt(kopecks) * periodOf(plan) + price - 1n) / price);
}

/** Whether both cost the same per day. */
export const costAlike = (a: Rate, b: Rate): boolean =>
	BigInt(a.price) * periodOf(b) === BigInt(b.price) * periodOf(a);
