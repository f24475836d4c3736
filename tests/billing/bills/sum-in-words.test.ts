import { describe, expect, test } from "vitest";
import { vatOf } from "../../../app/billing/bills/bill.server.ts";
import { sumInWords } from "../../../app/billing/bills/sum-in-words.server.ts";
import { isInn, isKpp } from "../../../app/billing/bills/tax-numbers.server.ts";

describe("a sum in words", () => {
	test.each([
		[0, "Ноль рублей 00 копеек"],
		[1, "Ноль рублей 01 копейка"],
		[1_00, "Один рубль 00 копеек"],
		[2_02, "Два рубля 02 копейки"],
		[5_11, "Пять рублей 11 копеек"],
		[11_00, "Одиннадцать рублей 00 копеек"],
		[21_21, "Двадцать один рубль 21 копейка"],
		[112_00, "Сто двенадцать рублей 00 копеек"],
		[390_00, "Триста девяносто рублей 00 копеек"],
		[1_000_00, "Одна тысяча рублей 00 копеек"],
		[2_022_50, "Две тысячи двадцать два рубля 50 копеек"],
		[11_700_00, "Одиннадцать тысяч семьсот рублей 00 копеек"],
		[1_000_000_00, "Один миллион рублей 00 копеек"],
		[2_341_561_94, "Два миллиона триста сорок одна тысяча пятьсот шестьдесят один рубль 94 копейки"],
		[
			999_999_999_999_99,
			"Девятьсот девяносто девять миллиардов девятьсот девяносто девять миллионов девятьсот девяносто девять тысяч девятьсот девяносто девять рублей 99 копеек",
		],
	])("%i kopecks", (kopecks, words) => {
		expect(sumInWords(kopecks)).toBe(words);
	});

	test("two sums never read the same", () => {
		const read = new Set<string>();
		for (let rubles = 0; rubles < 20_000; rubles++) read.add(sumInWords(rubles * 100));
		expect(read.size).toBe(20_000);
		for (const kopecks of [-1, 0.5, 1_000_000_000_000_00]) expect(() => sumInWords(kopecks)).toThrow();
	});
});

test.each([
	[122_00, 22, 22_00],
	[390_00, 20, 65_00],
	[390_00, 5, 18_57],
	[390_00, 22, 70_33],
	[390_00, 0, 0],
])("the VAT within %i kopecks at %i per cent", (amount, percent, vat) => {
	expect(vatOf(amount, percent)).toBe(vat);
});

describe("numbers of tax payers", () => {
	test("an ИНН has the check digits of its length", () => {
		for (const inn of ["7707083893", "7736207543", "500100732259"]) {
			expect([inn, isInn(inn)]).toEqual([inn, true]);
			// Each other digit in any place is another sum, but for weights that are alike modulo eleven.
			for (let last = 0; last <= 9; last++) {
				const other = inn.slice(0, -1) + last;
				expect([other, isInn(other)]).toEqual([other, other === inn]);
			}
		}
		for (const inn of ["", "0000000000", "770708389", "77070838930", "7707083O93", "500100732258"])
			expect([inn, isInn(inn)]).toEqual([inn, false]);
	});

	test("a КПП has nine signs, of which two may be letters", () => {
		for (const kpp of ["773601001", "7736AB001"]) expect([kpp, isKpp(kpp)]).toEqual([kpp, true]);
		for (const kpp of ["", "77360100", "7736010011", "000001001", "77A601001"])
			expect([kpp, isKpp(kpp)]).toEqual([kpp, false]);
	});
});
