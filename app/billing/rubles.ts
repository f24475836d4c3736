const format = new Intl.NumberFormat("ru", {
	style: "currency",
	currency: "RUB",
	trailingZeroDisplay: "stripIfInteger",
});

/** Kopecks as people read prices: «390 ₽», «99,50 ₽», with the spaces that never break. */
export const rubles = (kopecks: number) => format.format(kopecks / 100);

const toTheKopeck = new Intl.NumberFormat("ru", { style: "currency", currency: "RUB" });

/** Kopecks as they stand in a column of sums: «390,00 ₽». */
export const rublesAndKopecks = (kopecks: number) => toTheKopeck.format(kopecks / 100);
