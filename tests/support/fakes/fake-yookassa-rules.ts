/** Rules for requests and objects of ЮKassa. */
export type Json = Record<string, unknown>;

type World = {
	payments: ReadonlyMap<string, Json>;
	refunds: ReadonlyMap<string, Json>;
	/** The ids of saved means of payment. */
	cards: ReadonlySet<string>;
	needsReceipt: boolean;
};

/** The first thing that ЮKassa would refuse in a request, by the name of the parameter. */
export function findFault(kind: "payments" | "refunds", body: Json, world: World): string | undefined {
	const amount = kopecksOf(body.amount);
	if (amount === undefined || amount === 0) return "amount";
	// The receipt of a whole refund is made from that of the payment, if it has one.
	const payment = kind === "refunds" ? world.payments.get(String(body.payment_id)) : undefined;
	const isMade = payment?.receipt_registration !== undefined && kopecksOf(payment.amount) === amount;
	const isNeeded = world.needsReceipt && !isMade;
	return (
		faultInReceipt(body.receipt as Json | undefined, amount, isNeeded) ??
		(kind === "payments" ? faultInPayment(body, world) : faultInRefund(body, amount, world))
	);
}

/** A string with exactly two decimals, in the currency of the shop. */
function kopecksOf(amount: unknown): number | undefined {
	const { value, currency } = (amount ?? {}) as Json;
	if (currency !== "RUB" || typeof value !== "string" || !/^\d{1,9}\.\d\d$/.test(value)) return undefined;
	return Number(value.replace(".", ""));
}

function faultInPayment(body: Json, { cards }: World): string | undefined {
	const { description, confirmation, metadata = {}, payment_method_id: card } = body;
	if (card !== undefined) {
		if (!cards.has(String(card)) || body.save_payment_method !== undefined) return "payment_method_id";
		return confirmation === undefined ? undefined : "confirmation";
	}
	const { type, return_url } = (confirmation ?? {}) as Json;
	if (type !== "redirect" || typeof return_url !== "string" || return_url.length > 2048)
		return "confirmation";
	if (!URL.canParse(return_url)) return "confirmation.return_url";
	if (description !== undefined && (typeof description !== "string" || description.length > 128)) {
		return "description";
	}
	const entries = Object.entries(metadata as Json);
	const fits = ([name, value]: [string, unknown]) =>
		name.length <= 32 && typeof value === "string" && value.length <= 512;
	return entries.length <= 16 && entries.every(fits) ? undefined : "metadata";
}

function faultInRefund(
	{ payment_id }: Json,
	amount: number,
	{ payments, refunds }: World,
): string | undefined {
	const payment = payments.get(String(payment_id));
	if (payment?.status !== "succeeded") return "payment_id";
	const back = [...refunds.values()]
		.filter((refund) => refund.payment_id === payment_id && refund.status !== "canceled")
		.reduce((sum, refund) => sum + (kopecksOf(refund.amount) ?? 0), 0);
	return back + amount <= (kopecksOf(payment.amount) ?? 0) ? undefined : "amount";
}

function faultInReceipt(receipt: Json | undefined, amount: number, needed: boolean): string | undefined {
	if (!receipt) return needed ? "receipt" : undefined;
	const email = (receipt.customer as Json | undefined)?.email;
	if (typeof email !== "string" || !email.includes("@")) return "receipt.customer";
	const items = receipt.items as Json[];
	let sum = 0;
	for (const { description, quantity, amount: price, vat_code, payment_subject, payment_mode } of items) {
		if (typeof description !== "string" || description.length < 1 || description.length > 128) {
			return "receipt.items.description";
		}
		if (typeof quantity !== "number" || !(Number(vat_code) >= 1 && Number(vat_code) <= 12))
			return "receipt.items";
		if (typeof payment_subject !== "string" || typeof payment_mode !== "string") return "receipt.items";
		sum += (kopecksOf(price) ?? Number.NaN) * quantity;
	}
	return sum === amount ? undefined : "receipt.items.amount";
}
