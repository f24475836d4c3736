import * as v from "valibot";
import { createHttpClient, type HttpResponse } from "../../../http-client/client.server.ts";
import { HttpError } from "../../../http-client/http-error.server.ts";
import { toDecimal } from "../../rubles.server.ts";
import type { Charge, Gateway, Refund, Refusal, Trouble, WebhookEvent } from "../gateway.ts";
import {
	notificationBody,
	paymentList,
	paymentObject,
	refundList,
	refundObject,
	toKopecks,
} from "./objects.server.ts";
import { ORDER_ID, toPayment, toRefund } from "./read-objects.server.ts";
import { type ReceiptSettings, receiptOf } from "./receipt.server.ts";
import { troubleOf } from "./trouble.server.ts";

export type YookassaSettings = {
	shopId: string;
	secretKey: string;
	/** With the version, without a trailing slash. */
	apiUrl: string;
	/** Null: no receipts, e.g. for a self-employed operator, who makes them in «Мой налог». */
	receipts: ReceiptSettings | null;
	/** The operator's own address, as the site shows it now; null: not set. Receipts of whoever is erased go there. */
	contactEmail: () => string | null;
	timeoutMs?: number;
};

/** ЮKassa itself takes up to 30 s to respond; a shorter timeout would only lose the response. */
const TIMEOUT_MS = 35_000;
const DAY = 86_400_000;
/** Tolerated difference between this machine's clock and ЮKassa's. */
const CLOCKS_DIFFER = 600_000;
/** A page has a hundred payments; a search that finds nothing in all pages proves nothing. */
const MAX_PAGES = 50;

/** ЮKassa, API v3: https://yookassa.ru/developers/api */
export function yookassaGateway(settings: YookassaSettings): Gateway {
	const credentials = Buffer.from(`${settings.shopId}:${settings.secretKey}`).toString("base64");
	const call = createHttpClient({
		baseUrl: settings.apiUrl,
		headers: { Authorization: `Basic ${credentials}`, Accept: "application/json" },
		timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
		idempotencyHeader: "Idempotence-Key",
	});
	const post = (path: string, idempotencyKey: string, body: object) =>
		call("POST", path, { idempotencyKey, body }).catch(troubleOf);
	const get = (path: string, query?: Record<string, string>) =>
		call("GET", path, query && { query }).catch(notRefused);

	/** ЮKassa refuses an empty address. The law asks for the receipt also where its payer was erased. */
	const receiptTo = (email: string, of: { description: string; amount: number }) =>
		receiptOf(settings.receipts, { ...of, email: email || (settings.contactEmail() ?? "") });
	const bodyOf = ({ id, amount, description, receiptEmail }: Charge) => {
		const receipt = receiptTo(receiptEmail, { description, amount });
		return {
			amount: { value: toDecimal(amount), currency: "RUB" },
			// Without it the payment is only authorized, and canceled after a week.
			capture: true,
			description,
			metadata: { [ORDER_ID]: id },
			...(receipt && { receipt }),
		};
	};

	return {
		name: "yookassa",
		// A day, minus clock differences and a slow first request.
		keyLivesMs: DAY - 3_600_000,
		async create({ returnUrl, saveMethod, ...order }) {
			const answer = await post("/payments", order.id, {
				...bodyOf(order),
				confirmation: { type: "redirect", return_url: returnUrl, locale: "ru_RU" },
				...(saveMethod && { save_payment_method: true }),
			});
			return readAnswer(answer, paymentObject, toPayment);
		},
		async chargeSaved(charge, methodId) {
			const answer = await post("/payments", charge.id, { ...bodyOf(charge), payment_method_id: methodId });
			return readAnswer(answer, paymentObject, toPayment);
		},
		async find(orderId, since) {
			const from = new Date(since - CLOCKS_DIFFER).toISOString();
			let cursor: string | null | undefined;
			for (let page = 0; page < MAX_PAGES; page++) {
				const answer = await get("/payments", {
					"created_at.gte": from,
					limit: "100",
					...(cursor && { cursor }),
				});
				if (answer === "unknown") return "unknown";
				const list = readAnswer(answer, paymentList, (found) => found);
				if ("outcome" in list) return list;
				const found = list.items.find(({ metadata }) => metadata?.[ORDER_ID] === orderId);
				if (found) return toPayment(found);
				cursor = list.next_cursor;
				if (!cursor) return "unknown";
			}
			return { outcome: "unclear", detail: `not among ${MAX_PAGES} pages of payments` };
		},
		async read(gatewayId) {
			const answer = await get(`/payments/${encodeURIComponent(gatewayId)}`);
			return answer === "unknown" ? answer : readAnswer(answer, paymentObject, toPayment);
		},
		async refund({ gatewayId, amount: paid, receiptEmail: email, hasReceipt, description }, { id, amount }) {
			// That of a whole refund is made from the payment's, which still has the address; a part needs one of its own, and
			// so does the whole of a payment from before receipts were switched on.
			// https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/refunds
			const isKnown = email === "" && amount === paid && hasReceipt;
			const receipt = isKnown ? null : receiptTo(email, { description, amount });
			// Refused by ЮKassa it would count as refused for good; it waits for the operator's address instead.
			if (receipt?.customer.email === "")
				return { outcome: "misconfigured", detail: "no address for the receipt" };
			const answer = await post("/refunds", id, {
				payment_id: gatewayId,
				amount: { value: toDecimal(amount), currency: "RUB" },
				...(receipt && { receipt }),
			});
			return readAnswer(answer, refundObject, toRefund);
		},
		async findRefund(gatewayId, { amount, since }) {
			const answer = await get("/refunds", { payment_id: gatewayId, limit: "100" });
			if (answer === "unknown") return "unknown";
			return readAnswer(answer, refundList, ({ items }): Refund | "unknown" => {
				const found = items.find(
					(item) =>
						item.status !== "canceled" &&
						toKopecks(item.amount.value) === amount &&
						Date.parse(item.created_at ?? "") > since - CLOCKS_DIFFER,
				);
				return found ? toRefund(found) : "unknown";
			});
		},
		async readRefund(gatewayId) {
			const answer = await get(`/refunds/${encodeURIComponent(gatewayId)}`);
			return answer === "unknown" ? answer : readAnswer(answer, refundObject, toRefund);
		},
		parseNotification,
	};
}

/** For a read: 404 means unknown, and a refused read is a misconfiguration. */
function notRefused(error: unknown): Trouble | "unknown" {
	if (error instanceof HttpError && error.status === 404) return "unknown";
	const trouble = troubleOf(error);
	return trouble.outcome === "refused" ? { ...trouble, outcome: "misconfigured" } : trouble;
}

function readAnswer<S extends v.GenericSchema, T, F extends Trouble | Refusal>(
	answer: HttpResponse | F,
	schema: S,
	read: (object: v.InferOutput<S>) => T,
): T | F | Trouble {
	if ("outcome" in answer) return answer;
	const { status, body } = answer;
	if (status === 202) {
		const later = v.safeParse(v.object({ retry_after: v.number() }), body);
		const retryAfterMs = later.success ? later.output.retry_after : undefined;
		return { outcome: "unclear", detail: "202", ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	const object = v.safeParse(schema, body);
	// An unreadable response does not prove that nothing was executed.
	return object.success ? read(object.output) : { outcome: "unclear", detail: `${status}, unreadable` };
}

const ID = /^[\w-]{1,100}$/;

/** ЮKassa's webhooks have no signature: only the payment's id is taken from the body, to ask about it. */
function parseNotification(body: string): WebhookEvent | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return undefined;
	}
	const read = v.safeParse(notificationBody, parsed);
	if (!read.success) return undefined;
	const { event, object } = read.output;
	const isRefund = event.startsWith("refund.");
	const gatewayId = isRefund ? object.payment_id : object.id;
	if (!/^(payment|refund)\./.test(event) || !gatewayId || !ID.test(gatewayId)) return undefined;
	return { kind: isRefund ? "refund" : "payment", gatewayId };
}
