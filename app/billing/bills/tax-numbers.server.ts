const TEN = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const ELEVEN = [7, ...TEN];
const TWELVE = [3, ...ELEVEN];

/**
 * Whether this is an ИНН: 10 digits of a company, 12 of a sole trader, with their check digits (weights of the
 * Federal Tax Service), and of a region that exists.
 */
export function isInn(inn: string): boolean {
	if (!/^(\d{10}|\d{12})$/.test(inn) || inn.startsWith("00")) return false;
	if (inn.length === 10) return Number(inn[9]) === checkDigit(inn, TEN);
	return Number(inn[10]) === checkDigit(inn, ELEVEN) && Number(inn[11]) === checkDigit(inn, TWELVE);
}

const checkDigit = (inn: string, weights: readonly number[]) =>
	(weights.reduce((sum, weight, i) => sum + weight * Number(inn[i]), 0) % 11) % 10;

/** Whether this is a КПП: 9 signs, of which the fifth and the sixth may be letters. It has no check digit. */
export const isKpp = (kpp: string): boolean => /^(?!0000)\d{4}[\dA-Z]{2}\d{3}$/.test(kpp);

/** Whether it is the ИНН of a sole trader, who has no КПП. */
export const isSoleTrader = (inn: string): boolean => inn.length === 12;
