import type { SettingsReader } from "./settings-reader.server.ts";

const RECEIPT_SUBJECTS = ["service", "intellectual_activity", "commodity", "payment", "another"] as const;
const RECEIPT_MODES = ["full_payment", "full_prepayment", "advance"] as const;

const YOOKASSA_REDIRECT_ORIGINS =
	"https://yookassa.ru https://yoomoney.ru https://payment.yookassa.ru https://securepay.yookassa.ru";

/** The gateway, its receipts and renewal. @param trial where nothing is set, a trial has the sandbox */
export function readPayments(reader: SettingsReader, trial: boolean) {
	const { set, oneOf, flag, address, pair, problem } = reader;
	const yookassa = pair("YOOKASSA_SHOP_ID", "YOOKASSA_SECRET_KEY");
	const payments = oneOf(
		"PAYMENTS",
		["yookassa", "sandbox", "off"],
		yookassa ? "yookassa" : trial ? "sandbox" : "off",
	);
	if (payments === "yookassa" && !yookassa) {
		problem("PAYMENTS=yookassa, а YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY не заданы.");
	}
	return {
		payments,
		yookassa: yookassa && {
			shopId: yookassa[0],
			secretKey: yookassa[1],
			// A wrong address stops the start, so the empty string is never used.
			apiUrl: address("YOOKASSA_API_URL", "https://api.yookassa.ru/v3") ?? "",
		},
		/** Contents of ЮKassa's receipts; null when no receipts are made. */
		receipts: readReceipts(reader),
		paymentRedirectOrigins: (set("PAYMENT_REDIRECT_ORIGINS") ?? YOOKASSA_REDIRECT_ORIGINS).split(/[\s,]+/),
		/** Whether plans may renew themselves by saved cards: the gateway has to have agreed to it. */
		renewal: flag("YOOKASSA_RENEWAL", "0"),
	};
}

/** No default is guessed: the operator's accountant decides what a receipt contains. */
function readReceipts({ set, integer, oneOf, problem }: SettingsReader) {
	const rest = ["RECEIPT_TAX_SYSTEM", "RECEIPT_SUBJECT", "RECEIPT_MODE"];
	const vatCode = integer("RECEIPT_VAT_CODE", 0, 1, 12);
	const lonely = vatCode === 0 && rest.find((name) => set(name));
	if (lonely) problem(`${lonely} задан, а RECEIPT_VAT_CODE нет: без ставки НДС чека не будет.`);
	const taxSystem = integer("RECEIPT_TAX_SYSTEM", 0, 1, 6);
	const subject = oneOf("RECEIPT_SUBJECT", RECEIPT_SUBJECTS, "service");
	const mode = oneOf("RECEIPT_MODE", RECEIPT_MODES, "full_payment");
	return vatCode === 0 ? null : { vatCode, taxSystem: taxSystem || undefined, subject, mode };
}
