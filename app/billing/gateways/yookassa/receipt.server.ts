import { toDecimal } from "../../rubles.server.ts";

/** The accountant's settings of receipts (54-ФЗ); the codes are those of ЮKassa's receipts. */
export type ReceiptSettings = {
	vatCode: number;
	/** Undefined: the receipts are made by ЮKassa, which knows it. */
	taxSystem?: number;
	subject: string;
	mode: string;
};

/**
 * The receipt for a payment or a refund: one service for the whole amount, so that items and total agree to the
 * kopeck. https://yookassa.ru/developers/payment-acceptance/receipts/54fz/other-services/parameters-values
 */
export const receiptOf = (
	settings: ReceiptSettings | null,
	{ email, description, amount }: { email: string; description: string; amount: number },
) =>
	settings && {
		customer: { email },
		...(settings.taxSystem !== undefined && { tax_system_code: settings.taxSystem }),
		items: [
			{
				description,
				quantity: 1,
				amount: { value: toDecimal(amount), currency: "RUB" },
				vat_code: settings.vatCode,
				payment_subject: settings.subject,
				payment_mode: settings.mode,
				measure: "piece",
			},
		],
	};
