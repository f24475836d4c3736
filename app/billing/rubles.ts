const format = new Intl.NumberFormat("ru", {
	style: "currency",
	currency: "RUB",
	trailingZeroDisplay: "stripIfInteger",
});

/** Kopecks as people read prices: «390 ₽», «99,50 ₽», with the spaces that never break. */
export const rubles = (kopecks: number) => format.format(kopecks / 100);
