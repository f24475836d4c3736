/** Kopecks as roubles and kopecks: «1990.00», by their digits, without rounding. */
export function toDecimal(kopecks: number): `${number}` {
	const digits = String(Math.abs(kopecks)).padStart(3, "0");
	return `${kopecks < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

const format = new Intl.NumberFormat("ru", {
	style: "currency",
	currency: "RUB",
	trailingZeroDisplay: "stripIfInteger",
});

/** Kopecks as people read prices: «390 ₽», «99,50 ₽», with no-break spaces. */
export const rubles = (kopecks: number) => format.format(toDecimal(kopecks));

const whole = new Intl.NumberFormat("ru", { style: "currency", currency: "RUB", maximumFractionDigits: 0 });

/** Kopecks, a fraction of one too, to the nearest rouble: «10 ₽». For comparison only, never for a sum to pay. */
export const roundedRubles = (kopecks: number) => whole.format(Math.round(kopecks / 100));

const toTheKopeck = new Intl.NumberFormat("ru", { style: "currency", currency: "RUB" });

/** Kopecks in a column of amounts: «390,00 ₽». */
export const rublesAndKopecks = (kopecks: number) => toTheKopeck.format(toDecimal(kopecks));
