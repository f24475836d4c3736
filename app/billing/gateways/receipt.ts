/** How receipts by 54-ФЗ are made out; the operator's accountant knows. Codes as in ЮKassa's API. */
export type ReceiptTerms = {
	/** 1: without VAT … 11: 22 %, 12: 22/122. */
	vatCode: number;
	/** 1–6; not needed for receipts that ЮKassa makes itself. */
	taxSystemCode?: number | undefined;
	paymentSubject: string;
	paymentMode: string;
};

/** The receipt for one plan, or for its money on the way back. @param amount kopecks */
export function receiptOf(
	{ vatCode, taxSystemCode, paymentSubject, paymentMode }: ReceiptTerms,
	{ email, description, amount }: { email: string; description: string; amount: number },
) {
	return {
		customer: { email },
		items: [
			{
				description: description.slice(0, 128),
				quantity: 1,
				amount: money(amount),
				vat_code: vatCode,
				payment_subject: paymentSubject,
				payment_mode: paymentMode,
				measure: "piece",
			},
		],
		...(taxSystemCode !== undefined && { tax_system_code: taxSystemCode }),
	};
}

/** Money as the gateway writes it: «990.00». */
export const money = (kopecks: number) => ({ value: (kopecks / 100).toFixed(2), currency: "RUB" });

/** Kopecks of «990.00»; undefined when it is no amount of money. */
export function kopecksOf(value: string): number | undefined {
	const [, rubles, kopecks = "0"] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
	return rubles === undefined ? undefined : Number(rubles) * 100 + Number(kopecks.padEnd(2, "0"));
}
