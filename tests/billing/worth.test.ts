import { describe, expect, test } from "vitest";
import { toKopecks } from "../../app/billing/gateways/yookassa/objects.server.ts";
import { yearSaving } from "../../app/billing/plans/plan.server.ts";
import {
	costAlike,
	NOTHING,
	sumOf,
	timeFor,
	timeWorth,
	wholeKopecks,
	worthOf,
} from "../../app/billing/plans/worth.server.ts";
import { rubles, rublesAndKopecks, toDecimal } from "../../app/billing/rubles.server.ts";
import { aPlan } from "./plan.ts";

const DAY = 86_400_000;
const HALF_DAY = DAY / 2;

/** Division of small whole numbers, which floats do exactly: the other way to the same figure. */
const quotient = (a: number, b: number) => (a - (a % b)) / b;

/** Those that differ, so that a failure names them and a run is not tens of thousands of assertions. */
function differences(cases: Iterable<{ got: number; exact: number; of: string }>): string[] {
	return [...cases].flatMap(({ got, exact, of }) => (got === exact ? [] : `${of}: ${got}, not ${exact}`));
}

describe("what a rest of a plan is worth, to the kopeck", () => {
	test("each rest in whole days of a month, at each whole price up to 1 310 ₽", () => {
		function* rests() {
			for (let price = 100; price <= 131_000; price += 100) {
				for (let days = 1; days <= 30; days++) {
					const got = wholeKopecks(worthOf(days * DAY, { price, days: 30 }));
					yield { got, exact: quotient(price * days, 30), of: `${days} of 30 days at ${price}` };
				}
			}
		}
		expect([...rests()]).toHaveLength(39_300);
		expect(differences(rests())).toEqual([]);
	});

	test.each([7, 14, 28, 30, 31, 90, 180, 365, 366])("each half-day of a plan of %i days", (days) => {
		function* rests() {
			for (const price of [1, 99, 9_900, 39_000, 99_000, 374_400, 950_400, 1_000_001, 99_999_999]) {
				for (let halves = 1; halves <= days * 2; halves++) {
					const got = wholeKopecks(worthOf(halves * HALF_DAY, { price, days }));
					yield { got, exact: quotient(price * halves, days * 2), of: `${halves} halves at ${price}` };
				}
			}
		}
		expect(differences(rests())).toEqual([]);
	});

	test("the time that a refund takes is worth its kopecks, and a millisecond less is not", () => {
		const wrong: string[] = [];
		for (const plan of [
			{ price: 39_000, days: 30 },
			{ price: 374_400, days: 365 },
			{ price: 7, days: 30 },
		]) {
			for (let kopecks = 1; kopecks <= plan.price; kopecks += Math.ceil(plan.price / 3_000)) {
				const ms = timeWorth(kopecks, plan);
				const [is, isNot] = [ms, ms - 1].map((time) => wholeKopecks(worthOf(time, plan)));
				if (is === undefined || isNot === undefined || is < kopecks || isNot >= kopecks)
					wrong.push(`${kopecks} of ${plan.price}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	test("what is left of several plans becomes time of another without a loss of more than a millisecond", () => {
		const [month, pro] = [
			{ price: 39_000, days: 30 },
			{ price: 99_000, days: 30 },
		];
		const worth = [1, 7, 13].reduce((sum, days) => sumOf(sum, worthOf(days * DAY, month)), NOTHING);
		// 21 days at 13 ₽ are 273 ₽: 8 days and 6/11 of a day at 33 ₽.
		expect(timeFor(worth, pro)).toBe(quotient(21 * 13 * DAY, 33));
		expect(wholeKopecks(worth)).toBe(27_300);
		expect(timeFor(worth, month)).toBe(21 * DAY);
	});

	test("a day of two plans costs the same, or does not", () => {
		expect(costAlike({ price: 39_000, days: 30 }, { price: 78_000, days: 60 })).toBe(true);
		expect(costAlike({ price: 39_000, days: 30 }, { price: 39_001, days: 30 })).toBe(false);
		expect(costAlike({ price: 39_000, days: 30 }, { price: 474_500, days: 365 })).toBe(true);
	});
});

test("every sum is the same to the gateway and back", () => {
	const sums = [...Array(20_000).keys(), 39_000, 374_400, 99_999_999, 2_147_483_647];
	expect(sums.filter((kopecks) => toKopecks(toDecimal(kopecks)) !== kopecks)).toEqual([]);
	expect([0, 1, 10, 105, 39_000, 2_147_483_647].map(toDecimal)).toEqual([
		"0.00",
		"0.01",
		"0.10",
		"1.05",
		"390.00",
		"21474836.47",
	]);
});

test.each(["390.005", "390,00", " 390.00", "390.", ".50", "-1.00", "1e3", "٣٩٠.00", "NaN", ""])(
	"«%s» is no sum of money",
	(value) => {
		expect(toKopecks(value)).toBeNaN();
	},
);

test("a sum as people read it has the digits of its kopecks", () => {
	const sums = [...Array(20_000).keys(), 2_147_483_647];
	const digits = (text: string) => text.replace(/\D/g, "");
	expect(sums.filter((kopecks) => digits(rublesAndKopecks(kopecks)) !== digits(toDecimal(kopecks)))).toEqual(
		[],
	);
	expect(rubles(2_147_483_647)).toBe("21\u00a0474\u00a0836,47\u00a0₽");
});

test("a whole saving of a year is said as it is, at every price of a month", () => {
	const wrong: string[] = [];
	for (let month = 100; month <= 200_000; month += 100) {
		for (let percent = 1; percent < 50; percent++) {
			const plans = [
				{ ...aPlan({ messages: 1, everyDays: 30 }), price: month, days: 30 },
				{
					...aPlan({ messages: 1, everyDays: 30 }),
					price: quotient(month * 12 * (100 - percent), 100),
					days: 365,
				},
			];
			if (yearSaving(plans) !== percent) wrong.push(`${percent} % of ${month}`);
		}
	}
	expect(wrong).toEqual([]);
});
