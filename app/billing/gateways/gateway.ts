/** What somebody is to pay for. */
export type Order = {
	/** Of the purchase: chosen before the first try, the key of the creation, and repeated with it. */
	id: string;
	/** Kopecks. */
	amount: number;
	/** At most 128 characters; payer and operator both see it. */
	description: string;
	receiptEmail: string;
	/** Where the browser comes back to; it proves nothing. */
	returnUrl: string;
};

/**
 * Why a call brought no answer. `unclear`: it may have been done (the line broke, it took too long, the gateway
 * says that it does not know): the same call with the same key again, not before `retryAfterMs` when given.
 * `misconfigured`: the gateway does not know us (a wrong key, a right that is missing): it helps to mend the
 * settings, and what was asked before may have been done. `detail` is for the log and holds no secret.
 */
export type Trouble =
	| { outcome: "unclear"; retryAfterMs?: number; detail: string }
	| { outcome: "misconfigured"; detail: string };

/** The gateway has understood and will not do it: nothing has moved by this key, and repeating does not help. */
export type Refusal = { outcome: "refused"; detail: string };

/** What the gateway says of a payment. */
export type Payment = {
	gatewayId: string;
	state: "waiting" | "paid" | "canceled";
	/** Kopecks, and the code of the currency: compared with the purchase before anything is granted. */
	amount: number;
	currency: string;
	/** The purchase that the gateway was told; null when it does not say. */
	orderId: string | null;
	/** Made with a test shop's key: must never grant on a live installation. */
	test: boolean;
	/** Where the person pays, while there is something to pay. */
	confirmationUrl: string | null;
	/** Of a canceled one: the gateway's code, an open list. */
	reason: string | null;
	/** With what was paid, in words for the person. */
	method: string | null;
	receiptState: "pending" | "succeeded" | "canceled" | null;
};

/** What the gateway says of money on its way back. */
export type Refund = {
	gatewayId: string;
	state: "waiting" | "done" | "refused";
	amount: number;
	reason: string | null;
	receiptState: "pending" | "succeeded" | "canceled" | null;
};

/** A notification, as far as it may be believed: that there is something to ask about. `gatewayId` is the payment's. */
export type WebhookEvent = { kind: "payment" | "refund"; gatewayId: string };

export type Gateway = {
	name: "yookassa" | "sandbox";
	/** How long a repeat with the same key is the same act, from the first time on. */
	keyLivesMs: number;
	/** Begins a payment. May be pure computation; with the same order twice it is the same payment. */
	create: (order: Order) => Promise<Payment | Refusal | Trouble>;
	/** @returns "unknown" when the gateway has no such payment */
	read: (gatewayId: string) => Promise<Payment | "unknown" | Trouble>;
	/** @param refund its `id` is the key; the same twice is one refund */
	refund: (
		payment: { gatewayId: string; receiptEmail: string; description: string },
		refund: { id: string; amount: number },
	) => Promise<Refund | Refusal | Trouble>;
	/**
	 * Looks for a refund whose id we never learnt, when the key is too old to be repeated with.
	 * @returns "unknown" when nothing of this amount went back since
	 */
	findRefund: (
		gatewayId: string,
		refund: { id: string; amount: number; since: number },
	) => Promise<Refund | "unknown" | Trouble>;
	readRefund: (gatewayId: string) => Promise<Refund | "unknown" | Trouble>;
	/** Reads the body of a notification. @returns undefined when it is none of this gateway's */
	parseNotification: (body: string) => WebhookEvent | undefined;
};
