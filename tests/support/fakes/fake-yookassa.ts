import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { findFault, type Json } from "./fake-yookassa-rules.ts";
import { json, type ReceivedRequest, startHttpFake } from "./http-fake.ts";

export const SHOP_ID = "100500";
export const SECRET_KEY = "test_a-key-between-us-and-yookassa";
/** The address that the site shows. */
export const OPERATOR_EMAIL = "operator@example.ru";
const DAY = 86_400_000;

/**
 * The fault of the next request of a kind; a number is how often. The `done` ones do what was asked and then lose the
 * answer, the others do nothing.
 */
export type Trouble =
	| {
			how:
				| "500"
				| "500-done"
				| "hangs"
				| "hangs-done"
				| "breaks"
				| "breaks-done"
				| "429"
				| "401"
				| "403"
				| "400";
	  }
	| { how: "202" | "202-done"; retryAfter: number }
	| { how: "no-json-done" }
	| { how: "slow"; ms: number };
type Call = "POST /payments" | "GET /payments" | "POST /refunds" | "GET /refunds";

export type FakePayment = Json & { id: string; status: string };

/**
 * A small ЮKassa, built from its OpenAPI file: Basic authorisation, idempotence keys that live for a day, objects and
 * errors in its shapes. Payers and banks are played by `pay`, `refuse`, `settleRefund`.
 */
export async function startFakeYookassa() {
	const payments = new Map<string, FakePayment>();
	const refunds = new Map<string, FakePayment>();
	const keys = new Map<string, { body: string; answer: Json; at: number }>();
	const troubles: { call: Call; trouble: Trouble }[] = [];
	const cards = new Set<string>();
	const scripted = {
		/** Whether a payment that asks for it saves the card. */
		saves: true,
		/** The outcomes of the next charges of saved cards: `paid` when none is left, `pending`, or a reason. */
		charges: [] as string[],
		/** Whether the shop is a test shop. */
		test: false,
		/** The shop makes receipts and refuses what comes without one. */
		needsReceipt: false,
		/** The state of a refund at once. */
		refunds: "succeeded" as "succeeded" | "pending" | "canceled",
		now: () => Date.now(),
	};

	const server = await startHttpFake((request, response) => {
		const [, kind, id, ...more] = request.path.split("/");
		if (kind === "checkout") return checkout(request, response);
		if ((kind !== "payments" && kind !== "refunds") || more.length > 0)
			return fail(response, 404, "not_found");
		const trouble = takeTrouble(`${request.method} /${kind}` as Call);
		if (trouble && !trouble.how.endsWith("-done") && trouble.how !== "slow") return suffer(response, trouble);
		const answer = carryOut(request, kind, id);
		if (trouble?.how === "slow") setTimeout(() => json(response, ...answer), trouble.ms);
		else if (trouble) suffer(response, trouble);
		else json(response, ...answer);
	});

	function takeTrouble(call: Call): Trouble | undefined {
		const index = troubles.findIndex((one) => one.call === call);
		return index < 0 ? undefined : troubles.splice(index, 1)[0]?.trouble;
	}

	function carryOut(request: ReceivedRequest, kind: "payments" | "refunds", id?: string): [number, Json] {
		const basic = Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString("base64");
		if (request.headers.authorization !== `Basic ${basic}`) return error(401, "invalid_credentials");
		const store = kind === "payments" ? payments : refunds;
		if (request.method === "GET") {
			if (!id)
				return [
					200,
					{ type: "list", items: kind === "refunds" ? listOf(request.query) : since(request.query) },
				];
			const found = store.get(id);
			return found ? [200, structuredClone(found)] : error(404, "not_found");
		}
		if (request.method !== "POST" || id) return error(405, "method_not_allowed");
		if (!/^application\/json/.test(request.headers["content-type"] ?? ""))
			return error(415, "invalid_request");
		const key = String(request.headers["idempotence-key"] ?? "");
		if (!/^[\da-zA-Z+\-_.]{1,64}$/.test(key)) {
			return error(400, "invalid_request", "Idempotence key is missing or too long", "Idempotence-Key");
		}
		const before = keys.get(`${kind} ${key}`);
		if (before && scripted.now() - before.at < DAY) {
			if (before.body === request.body) return [200, before.answer];
			return error(400, "invalid_request", "Idempotence key duplicated", "Idempotence-Key");
		}
		const body = parse(request.body);
		const fault = body
			? findFault(kind, body, { payments, refunds, cards, needsReceipt: scripted.needsReceipt })
			: "body";
		if (!body || fault) return error(400, "invalid_request", `Wrong ${fault}`, fault);
		const made = kind === "payments" ? newPayment(body) : newRefund(body);
		store.set(made.id, made);
		const answer = structuredClone(made);
		keys.set(`${kind} ${key}`, { body: request.body, answer, at: scripted.now() });
		return [200, answer];
	}

	const listOf = (query: URLSearchParams) =>
		[...refunds.values()].filter(({ payment_id }) => payment_id === query.get("payment_id"));

	const since = (query: URLSearchParams) =>
		[...payments.values()].filter(
			({ created_at }) => Date.parse(String(created_at)) >= Date.parse(query.get("created_at.gte") ?? ""),
		);

	/** Nobody confirms it: the bank answers at once. */
	function newCharge(body: Json, payment: FakePayment): FakePayment {
		const outcome = scripted.charges.shift() ?? "paid";
		if (outcome === "pending") return payment;
		if (outcome === "paid")
			return {
				...payment,
				status: "succeeded",
				paid: true,
				refundable: true,
				payment_method: { ...CARD, id: body.payment_method_id, saved: true },
			};
		const cancellation_details = { party: "payment_network", reason: outcome };
		return { ...payment, status: "canceled", cancellation_details };
	}

	function newPayment(body: Json): FakePayment {
		const id = `2f${randomUUID().slice(2)}`;
		if (body.payment_method_id) {
			const { confirmation: _, return_url: __, ...payment } = ordered(id, body);
			return newCharge(body, payment as FakePayment);
		}
		return ordered(id, body);
	}

	function ordered(id: string, body: Json): FakePayment {
		const confirmation = body.confirmation as Json;
		return {
			id,
			status: "pending",
			paid: false,
			amount: body.amount,
			confirmation: { type: "redirect", confirmation_url: `${server.url}/checkout?orderId=${id}` },
			created_at: new Date(scripted.now()).toISOString(),
			description: body.description,
			metadata: body.metadata ?? {},
			recipient: { account_id: SHOP_ID, gateway_id: "1" },
			refundable: false,
			test: scripted.test,
			...(body.receipt ? { receipt_registration: "pending" } : {}),
			something_new: { that: "nobody knows" },
			return_url: confirmation?.return_url,
			capture: body.capture ?? false,
			save: body.save_payment_method === true,
		};
	}

	function newRefund(body: Json): FakePayment {
		const status = scripted.refunds;
		return {
			id: randomUUID(),
			payment_id: body.payment_id,
			status,
			amount: body.amount,
			created_at: new Date(scripted.now()).toISOString(),
			...(body.receipt ? { receipt_registration: "pending" } : {}),
			...(status === "canceled" && REFUSED_REFUND),
		};
	}

	/** The page where people pay: two buttons, and back. */
	function checkout({ query }: ReceivedRequest, response: ServerResponse) {
		const id = query.get("orderId") ?? "";
		const payment = payments.get(id);
		if (!payment) return fail(response, 404, "not_found");
		const action = query.get("action");
		if (action) {
			if (action === "pay") pay(id);
			else refuse(id, action);
			return response.writeHead(302, { Location: String(payment.return_url) }).end();
		}
		const link = (to: string, label: string) =>
			`<a href="/checkout?orderId=${id}&amp;action=${to}">${label}</a>`;
		response
			.writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
			.end(`<title>ЮKassa</title>${link("pay", "Заплатить")} ${link("general_decline", "Отказать")}`);
	}

	function change(id: string, more: Json, store = payments) {
		const payment = store.get(id);
		if (!payment) throw new Error(`There is no ${id}`);
		Object.assign(payment, more);
	}
	function pay(id: string, method: Json = CARD) {
		if (payments.get(id)?.capture !== true) return change(id, { status: "waiting_for_capture", paid: true });
		const saved = payments.get(id)?.save === true && scripted.saves;
		const payment_method = saved ? { ...method, id: randomUUID(), saved, status: "active" } : method;
		if (saved) cards.add(String(payment_method.id));
		change(id, { status: "succeeded", paid: true, refundable: true, payment_method });
		delete payments.get(id)?.confirmation;
	}
	function refuse(id: string, reason: string, party = "payment_network") {
		change(id, { status: "canceled", cancellation_details: { party, reason } });
		delete payments.get(id)?.confirmation;
	}

	return {
		url: server.url,
		/** Everything that was asked of it. */
		requests: server.requests,
		scripted,
		payments,
		refunds,
		/** The one payment of an order. */
		paymentOf(orderId: string): FakePayment {
			const payment = [...payments.values()].filter(
				({ metadata }) => (metadata as Json).order_id === orderId,
			);
			if (payment.length !== 1 || !payment[0])
				throw new Error(`${payment.length} payments of order ${orderId}`);
			return payment[0];
		},
		/** Has the next calls of a kind go wrong, in the order of the calls of this. */
		trouble(call: Call, ...list: Trouble[]) {
			troubles.push(...list.map((trouble) => ({ call, trouble })));
		},
		forgetTroubles: () => void troubles.splice(0),
		/** Whether the next call of this is one that gets no answer. */
		willHang: (call: Call) =>
			troubles.find((one) => one.call === call)?.trouble.how.startsWith("hangs") === true,
		pay,
		refuse,
		change,
		changeRefund: (id: string, more: Json) => change(id, more, refunds),
		/** The body of a notification as it would be sent now. */
		notification: (event: string, object: Json) => JSON.stringify({ type: "notification", event, object }),
		settings: {
			...{ shopId: SHOP_ID, secretKey: SECRET_KEY, apiUrl: server.url, receipts: null },
			contactEmail: () => OPERATOR_EMAIL,
		},
		/** The settings of the operator by which an instance pays here. */
		env: {
			YOOKASSA_SHOP_ID: SHOP_ID,
			YOOKASSA_SECRET_KEY: SECRET_KEY,
			YOOKASSA_API_URL: server.url,
			PAYMENT_REDIRECT_ORIGINS: server.url,
		},
		stop: server.stop,
	};
}

export type FakeYookassa = Awaited<ReturnType<typeof startFakeYookassa>>;

const CARD: Json = {
	type: "bank_card",
	id: "22e12f66-000f-5000-8000-18db351245c7",
	saved: false,
	status: "inactive",
	card: { last4: "4477", expiry_month: "07", expiry_year: "2030", card_type: "MasterCard" },
};

const REFUSED_REFUND = { cancellation_details: { party: "refund_network", reason: "rejected_by_payee" } };

function parse(body: string): Json | undefined {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function error(status: number, code: string, description = code, parameter?: string): [number, Json] {
	return [status, { type: "error", id: randomUUID(), code, description, ...(parameter && { parameter }) }];
}

const fail = (response: ServerResponse, status: number, code: string) =>
	json(response, ...error(status, code));

function suffer(response: ServerResponse, trouble: Trouble): void {
	const how = trouble.how.replace(/-done$/, "");
	if (how === "breaks") response.destroy();
	else if (how === "no-json")
		response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Технические работы");
	else if ("retryAfter" in trouble) {
		json(response, 202, { type: "processing", retry_after: trouble.retryAfter, description: "wait" });
	} else if (how !== "hangs") fail(response, Number(how), CODES[how] ?? "invalid_request");
}

const CODES: Record<string, string> = {
	401: "invalid_credentials",
	403: "forbidden",
	429: "too_many_requests",
	500: "internal_server_error",
};
