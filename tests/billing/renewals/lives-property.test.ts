import { expect, test } from "vitest";
import type { Plan } from "../../../app/billing/plans/plan.server.ts";
import type { Unfinished } from "../../../app/billing/plans/plan-in-force.server.ts";
import { planPreviewOf } from "../../../app/billing/plans/subscriptions.server.ts";
import { timeWorth, wholeKopecks, worthOf } from "../../../app/billing/plans/worth.server.ts";
import { chargeId } from "../../../app/billing/renewals/charge-id.server.ts";
import {
	attemptTimes,
	chargeTimeTold,
	earliestSending,
	MAX_ATTEMPTS,
	NOTICE_MS,
	noticeTime,
} from "../../../app/billing/renewals/renewal-times.server.ts";
import { decideOnRetry } from "../../../app/billing/renewals/retry-decision.server.ts";
import { DAY, hourIn } from "../../../app/platform/dates/day-boundaries.server.ts";
import { aPlan } from "../plan.ts";

const LIVES = 10_000;
const UUID_V5 = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const ZONES = ["Europe/Moscow", "Asia/Vladivostok", "Europe/Berlin", "America/St_Johns"];
const REASONS = [
	null,
	null,
	null,
	"insufficient_funds",
	"general_decline",
	"card_expired",
	"issuer_unavailable",
];

/** The same numbers in every run. */
function numbers(seed: number) {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		whole: (below: number) => Math.floor(next() * below),
		of: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
	};
}

type Period = { plan: Plan; from: number; until: number };
/** A fraction of kopecks, or of milliseconds; nothing is rounded but by `floor`. */
type Exact = [bigint, bigint];
const plus = ([a, b]: Exact, [c, d]: Exact): Exact => [a * d + c * b, b * d];
const worth = (ms: number, { price, days }: Plan): Exact => [
	BigInt(ms) * BigInt(price),
	BigInt(days ?? 1) * 86_400_000n,
];

const asRow = ({ plan, from, until }: Period, index: number) =>
	({
		id: `${index}`,
		plan_key: plan.key,
		plan: JSON.stringify(plan),
		starts_at: from,
		ends_at: until,
		paid: null,
		paid_days: null,
	}) as Unfinished;

test(`${LIVES} random lives: periods without overlap, sums to the kopeck, told and tried as promised`, () => {
	let lives = 0;
	for (let life = 1; life <= LIVES; life++) {
		const random = numbers(life);
		const holds = (condition: boolean, what: string) => {
			if (!condition) throw new Error(`Life ${life}: ${what}`);
		};
		const zone = random.of(ZONES);
		const plans = [0, 1].map((number) =>
			aPlan(
				{ messages: 100, everyDays: 30 },
				{ key: `plan-${number}`, price: 1 + random.whole(500_000), days: 1 + random.whole(400) },
			),
		);
		let plan = plans[0] as Plan;
		let now = Date.parse("2026-01-01") + random.whole(400 * DAY);
		const periods: Period[] = [];
		const ids = new Set<string>();
		let [paid, charged] = [0n, 0n];
		const grant = (): number => {
			const left = periods.filter(({ until }) => until > now);
			const preview = planPreviewOf(left.map(asRow), plan, now);
			const others = left.filter((period) => period.plan.key !== plan.key);
			if (others.length === 0) {
				holds(preview.from === Math.max(now, ...left.map(({ until }) => until)), "follows");
				holds(preview.until - preview.from === (plan.days ?? 0) * DAY, "a whole period");
			} else {
				const rest = left.reduce<Exact>(
					(sum, one) => plus(sum, worth(one.until - Math.max(one.from, now), one.plan)),
					[0n, 1n],
				);
				const converted = (rest[0] * BigInt(plan.days ?? 1) * 86_400_000n) / (rest[1] * BigInt(plan.price));
				holds(BigInt(preview.until - now) === BigInt(plan.days ?? 1) * 86_400_000n + converted, "converted");
				for (const one of left) one.until = Math.max(one.from, now);
			}
			periods.push({ plan, from: preview.from, until: preview.until });
			paid += BigInt(plan.price);
			return preview.until;
		};
		let paidUntil = grant();
		for (let period = 0; period < 6; period++) {
			// Another plan in the middle, sometimes.
			if (random.whole(5) === 0) {
				now = Math.max(now, paidUntil - random.whole(20) * DAY);
				plan = random.of(plans);
				paidUntil = grant();
			}
			const toldAt = Math.max(now, noticeTime(paidUntil) + random.whole(10) * DAY);
			const chargeAt = chargeTimeTold(paidUntil, toldAt, zone);
			holds(chargeAt - toldAt > NOTICE_MS, "told in time");
			const hour = hourIn(chargeAt, zone);
			holds(hour >= 10 && hour < 20, "by day");
			if (toldAt <= noticeTime(paidUntil)) holds(chargeAt < paidUntil, "before the end");
			const times = attemptTimes(paidUntil, chargeAt);
			holds(times[0] < times[1] && times[1] < times[2] && times[2] < times[3], "in order");
			holds(times[3] - times[0] <= 6 * DAY, "within six days");
			for (const at of times) holds(hourIn(at, zone) >= 10 && hourIn(at, zone) < 20, "each by day");
			holds(
				times.every((at, index) => earliestSending(paidUntil, index + 1) <= at),
				"looked for since then",
			);
			let [attempt, declines, isPaid] = [0, 0, false];
			while (attempt < MAX_ATTEMPTS) {
				now = times[attempt] ?? now;
				attempt++;
				const id = chargeId(`renewal ${life}`, paidUntil, attempt);
				holds(!ids.has(id) && UUID_V5.test(id), "an id of its own");
				holds(id === chargeId(`renewal ${life}`, paidUntil, attempt), "the same attempt, the same id");
				ids.add(id);
				const reason = random.of(REASONS);
				if (reason === null) {
					isPaid = true;
					break;
				}
				const decision = decideOnRetry(reason, declines);
				if (reason === "general_decline") declines++;
				if (decision !== "retry") break;
			}
			if (!isPaid) break;
			const before = paidUntil;
			paidUntil = grant();
			charged += BigInt(plan.price);
			// In time: no gap and nothing lost; late: from then on, nothing backwards.
			holds(paidUntil === Math.max(before, now) + (plan.days ?? 0) * DAY, "nothing lost, nothing backwards");
		}
		holds(paid >= charged, "sums");
		const sorted = periods.filter(({ from, until }) => until > from).toSorted((a, b) => a.from - b.from);
		for (const [index, { from }] of sorted.entries())
			holds(from >= (sorted[index - 1]?.until ?? 0), "no overlap");
		// The money back for a rest, rounded down to a kopeck, and the time it takes: never more than there is.
		const last = periods.at(-1) as Period;
		const left = random.whole(last.until - last.from + 1);
		const [numerator, denominator] = worth(left, last.plan);
		const back = wholeKopecks(worthOf(left, last.plan));
		holds(BigInt(back) === numerator / denominator, "to the kopeck");
		holds(timeWorth(back, last.plan) <= left, "no more than there is");
		lives++;
	}
	expect(lives).toBe(LIVES);
});
