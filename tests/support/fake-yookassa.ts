import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;
export type FakePayment = {
	id: string;
	status: "pending" | "waiting_for_capture" | "succeeded" | "canceled";
	amount: { value: string; currency: string };
	test: boolean;
	metadata: Json;
	reason?: string;
	method?: Json;
	receiptState?: string;
};
export type FakeRefund = {
	id: string;
	payment_id: string;
	amount: { value: string; currency: string };
	status: "pending" | "succeeded" | "canceled";
	reason?: string;
};
export type Seen = { method: string; path: string; key: string | undefined; body: Json };

/**
 * ЮKassa as its OpenAPI file describes it: Basic, a key on every POST that gives the first result again and refuses
 * another body, its shapes of answers and errors. The test says what happens to a payment.
 */
export class FakeYookassa {
	readonly payments = new Map<string, FakePayment>();
	readonly refunds = new Map<string, FakeRefund>();
	readonly seen: Seen[] = [];
	/**
	 * What the next calls meet, one by one, instead of an answer; the work is done all the same unless it says
	 * `undone`. `drop` closes the connection, `hang` never answers.
	 */
	readonly faults: { status?: number; body?: Json; drop?: true; hang?: true; undone?: true; on?: string }[] =
		[];
	/** Runs after a payment was made and before it is answered, as a quick notification would. */
	beforeAnswer: (() => Promise<unknown>) | undefined;
	refundStatus: FakeRefund["status"] = "succeeded";
	readonly #keys = new Map<string, { body: string; answer: { status: number; body: Json } }>();
	#server = createServer((request, response) => void this.#serve(request, response));

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		return this;
	}

	get url() {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v3`;
	}

	stop() {
		this.#server.closeAllConnections();
		return new Promise((resolve) => this.#server.close(resolve));
	}

	/** The one payment that there is of a purchase. */
	paymentOf(purchaseId: string): FakePayment {
		const found = [...this.payments.values()].filter(({ metadata }) => metadata.purchase === purchaseId);
		if (found.length !== 1 || !found[0]) throw new Error(`${found.length} payments of ${purchaseId}`);
		return found[0];
	}

	pay(purchaseId: string) {
		const payment = this.paymentOf(purchaseId);
		payment.status = "succeeded";
		payment.method = { type: "bank_card", id: payment.id, saved: false, card: { last4: "4477" } };
		return payment;
	}

	refuse(purchaseId: string, reason: string) {
		return Object.assign(this.paymentOf(purchaseId), { status: "canceled", reason });
	}

	async #serve(request: IncomingMessage, response: ServerResponse) {
		const text = await new Promise<string>((resolve) => {
			let body = "";
			request.on("data", (piece) => {
				body += piece;
			});
			request.on("end", () => resolve(body));
		});
		const path = (request.url ?? "").replace(/^\/v3/, "");
		const key = request.headers["idempotence-key"] as string | undefined;
		const method = request.method ?? "";
		this.seen.push({ method, path, key, body: text ? JSON.parse(text) : {} });
		const answer = (status: number, body: Json) => {
			response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
		};
		const at = this.faults.findIndex(({ on }) => on === undefined || `${method} ${path}`.startsWith(on));
		const fault = at >= 0 ? this.faults.splice(at, 1)[0] : undefined;
		const done = fault?.undone
			? undefined
			: this.#act(method, path, key, text, request.headers.authorization);
		if (done && method === "POST" && path === "/payments") await this.beforeAnswer?.();
		if (fault?.hang) return;
		if (fault?.drop) return void response.destroy();
		if (fault?.status) return answer(fault.status, fault.body ?? error("internal_server_error"));
		if (done) answer(done.status, done.body);
	}

	#act(method: string, path: string, key: string | undefined, text: string, authorization = "") {
		const expected = `Basic ${Buffer.from("100500:test_secret").toString("base64")}`;
		if (authorization !== expected) return { status: 401, body: error("invalid_credentials") };
		if (method === "GET") return this.#read(path);
		if (method !== "POST") return { status: 405, body: error("invalid_request") };
		if (!key || !/^[\w+.-]{1,64}$/.test(key))
			return { status: 400, body: error("invalid_request", "Idempotence-Key") };
		const known = this.#keys.get(key);
		if (known) {
			if (known.body !== path + text)
				return { status: 400, body: error("invalid_request", "Idempotence-Key") };
			return known.answer;
		}
		const answer = this.#do(path, JSON.parse(text));
		this.#keys.set(key, { body: path + text, answer });
		return answer;
	}

	#read(path: string) {
		const [, kind, id = ""] = path.split("/");
		const found = kind === "payments" ? this.payments.get(id) : undefined;
		if (found) return { status: 200, body: shown(found) };
		const refund = kind === "refunds" ? this.refunds.get(id) : undefined;
		if (refund) return { status: 200, body: shownRefund(refund) };
		return { status: 404, body: error("not_found") };
	}

	#do(path: string, body: Json) {
		if (path === "/payments") {
			const id = randomUUID();
			const amount = body.amount as FakePayment["amount"];
			if (!/^\d+\.\d\d$/.test(amount.value)) return { status: 400, body: error("invalid_request", "amount") };
			const payment: FakePayment = {
				id,
				status: "pending",
				amount,
				test: false,
				metadata: (body.metadata ?? {}) as Json,
			};
			this.payments.set(id, payment);
			return { status: 200, body: shown(payment) };
		}
		if (path === "/refunds") {
			const payment = this.payments.get(String(body.payment_id));
			if (payment?.status !== "succeeded")
				return { status: 400, body: error("invalid_request", "payment_id") };
			const refund: FakeRefund = {
				id: randomUUID(),
				payment_id: payment.id,
				amount: body.amount as FakeRefund["amount"],
				status: this.refundStatus,
				...(this.refundStatus === "canceled" && { reason: "insufficient_funds" }),
			};
			this.refunds.set(refund.id, refund);
			return { status: 200, body: shownRefund(refund) };
		}
		return { status: 404, body: error("not_found") };
	}
}

const shown = ({ reason, method, receiptState, ...payment }: FakePayment): Json => ({
	...payment,
	created_at: "2026-11-21T09:00:00.000Z",
	paid: payment.status === "succeeded",
	refundable: payment.status === "succeeded",
	recipient: { account_id: "100500", gateway_id: "100700" },
	...(payment.status === "pending" && {
		confirmation: {
			type: "redirect",
			confirmation_url: `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${payment.id}`,
		},
	}),
	...(reason && { cancellation_details: { party: "payment_network", reason } }),
	...(method && { payment_method: method }),
	...(receiptState && { receipt_registration: receiptState }),
	something_new: { that: "nobody knows" },
});

const shownRefund = ({ reason, ...refund }: FakeRefund): Json => ({
	...refund,
	created_at: "2026-11-21T09:00:00.000Z",
	...(reason && { cancellation_details: { party: "refund_network", reason } }),
});

const error = (code: string, parameter?: string): Json => ({
	type: "error",
	id: randomUUID(),
	code,
	description: "Something went wrong",
	...(parameter && { parameter }),
});
