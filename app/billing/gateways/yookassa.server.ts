import * as v from "valibot";
import { createHttpClient, type HttpAnswer } from "../../http-client/client.server.ts";
import { HttpError } from "../../http-client/http-error.ts";
import type { Gateway, Hint, Payment, Trouble } from "./gateway.ts";
import { money, type ReceiptTerms, receiptOf } from "./receipt.ts";
import { readPayment, readRefund, waitsForCapture } from "./yookassa-answers.ts";

/** They answer within 30 seconds, or say that they do not know (facts, «Basics»): less patience loses answers. */
export const LIMIT_MS = 35_000;

export type YookassaSettings = {
	apiUrl: string;
	shopId: string;
	secretKey: string;
	/** Null: no receipts, as for the self-employed. */
	receipt: ReceiptTerms | null;
	timeoutMs?: number;
};

/** ЮKassa, API v3: five calls. */
export function yookassaGateway(settings: YookassaSettings): Gateway {
	const { apiUrl, shopId, secretKey, receipt, timeoutMs = LIMIT_MS } = settings;
	const call = createHttpClient({
		baseUrl: apiUrl,
		headers: { Authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}` },
		timeoutMs,
		idempotencyHeader: "Idempotence-Key",
	});

	const payment = async (answer: HttpAnswer): Promise<Payment | Trouble> => {
		const read = readPayment(answer.body);
		if (read && waitsForCapture(answer.body)) await capture(read.gatewayId, answer);
		return read ?? notUnderstood(answer);
	};
	const capture = (id: string, { body }: HttpAnswer) => {
		const { amount } = v.parse(v.object({ amount: v.unknown() }), body);
		return call("POST", `/payments/${encodeURIComponent(id)}/capture`, {
			body: { amount },
			idempotencyKey: `capture.${id}`,
		});
	};

	return {
		name: "yookassa",
		create: (order) =>
			tried(async () =>
				payment(
					await call("POST", "/payments", {
						idempotencyKey: order.id,
						body: {
							amount: money(order.amount),
							capture: true,
							confirmation: { type: "redirect", return_url: order.returnUrl, locale: "ru_RU" },
							description: order.description,
							metadata: { purchase: order.id },
							...(receipt && {
								receipt: receiptOf(receipt, {
									email: order.receiptEmail,
									description: order.description,
									amount: order.amount,
								}),
							}),
						},
					}),
				),
			),
		read: (id) =>
			found(() => tried(async () => payment(await call("GET", `/payments/${encodeURIComponent(id)}`)))),
		refund: (paid, { id, amount }) =>
			tried(async () => {
				const { receiptEmail: email, description } = paid;
				const answer = await call("POST", "/refunds", {
					idempotencyKey: id,
					body: {
						payment_id: paid.gatewayId,
						amount: money(amount),
						description: description.slice(0, 250),
						metadata: { refund: id },
						...(receipt && { receipt: receiptOf(receipt, { email, description, amount }) }),
					},
				});
				return readRefund(answer.body) ?? notUnderstood(answer);
			}),
		readRefund: (id) =>
			found(() =>
				tried(async () => {
					const answer = await call("GET", `/refunds/${encodeURIComponent(id)}`);
					return readRefund(answer.body) ?? notUnderstood(answer);
				}),
			),
		parseNotification,
	};
}

/** A 2xx without what we asked for: 202 «processing» says when to come again (facts, «Basics»). */
function notUnderstood({ status, body }: HttpAnswer): Trouble {
	const read = v.safeParse(v.object({ retry_after: v.optional(v.number()) }), body);
	const retryAfterMs = read.success ? read.output.retry_after : undefined;
	return { outcome: "unclear", ...(retryAfterMs !== undefined && { retryAfterMs }), detail: `код ${status}` };
}

class NotFound extends Error {}

async function found<T>(act: () => Promise<T>): Promise<T | "unknown"> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof NotFound) return "unknown";
		throw error;
	}
}

async function tried<T>(act: () => Promise<T>): Promise<T | Trouble> {
	try {
		return await act();
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		return troubleOf(error);
	}
}

/** What their errors mean (facts, «Errors»). Without an answer, or with a 5xx, nobody knows what was done. */
function troubleOf(error: HttpError): Trouble {
	const { status, message: detail } = error;
	if (status === 404 && error.method === "GET") throw new NotFound();
	const theirs =
		status !== undefined && status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
	return theirs || error.failure === "redirect"
		? { outcome: "misconfigured", detail }
		: { outcome: "unclear", detail };
}

const notification = v.object({
	event: v.string(),
	object: v.object({ id: v.string(), payment_id: v.optional(v.string()) }),
});

/** The events are not signed, come twice and in any order: of them only the id is used (facts, «Webhooks»). */
function parseNotification(body: string): Hint | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return undefined;
	}
	const read = v.safeParse(notification, parsed);
	if (!read.success) return undefined;
	const { event, object } = read.output;
	const kind = event.startsWith("refund.") ? ("refund" as const) : ("payment" as const);
	const gatewayId = kind === "refund" ? object.payment_id : object.id;
	// Theirs have 36 characters; whatever would make another address of it is not one of theirs.
	if (!gatewayId || !/^[\w-]{1,64}$/.test(gatewayId)) return undefined;
	return { kind, gatewayId };
}
