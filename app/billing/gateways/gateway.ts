/** The order that a payment is created for. */
export type Order = {
	/** The purchase's id, chosen before the first try: the idempotence key of the creation. */
	id: string;
	/** Kopecks. */
	amount: number;
	/** At most 128 characters; shown to payer and operator. */
	description: string;
	receiptEmail: string;
	/** The address to which the gateway redirects the browser; arriving there proves nothing. */
	returnUrl: string;
	/** Whether the payer has agreed that the gateway saves the means of payment for later charges. */
	saveMethod: boolean;
};

/** A charge of a saved means of payment: nobody confirms it. */
export type Charge = Omit<Order, "returnUrl" | "saveMethod">;

/** A means of payment that the gateway has saved. `id` is enough to charge it: kept encrypted, never logged. */
export type SavedMethod = {
	id: string;
	/** In words for the person. */
	title: string;
	/** The end of the card's last month; null: not known, or it has none. */
	expiresAt: number | null;
};

/**
 * Why a call has no result. `unclear`: it may have been executed (the connection broke, it timed out, the gateway
 * says that it does not know): repeat it with the same key, not before `retryAfterMs` when given. `misconfigured`:
 * the gateway does not accept our credentials (a wrong key, a missing right): the settings have to be fixed, and
 * earlier calls may have been executed. `detail` is for the log and holds no secret.
 */
export type Trouble =
	| { outcome: "unclear"; retryAfterMs?: number; detail: string }
	| { outcome: "misconfigured"; detail: string };

/** The gateway refuses the call: nothing was executed under this key, and repeating is useless. */
export type Refusal = { outcome: "refused"; detail: string };

/** A payment as the gateway reports it. */
export type Payment = {
	gatewayId: string;
	state: "waiting" | "paid" | "canceled";
	/** Kopecks, and the currency code: compared with the purchase before anything is granted. */
	amount: number;
	currency: string;
	/** The purchase's id as given to the gateway; null when it does not report it. */
	orderId: string | null;
	/** Made with a test shop's key: must never grant anything in production. */
	test: boolean;
	/** The page on which the person pays, while the payment is open. */
	confirmationUrl: string | null;
	/** The gateway's code of a canceled payment, from an open list. */
	reason: string | null;
	/** Payment method, in words for the person. */
	method: string | null;
	/** Set when the gateway has saved it and it can be charged; asking for it does not make sure of that. */
	savedMethod: SavedMethod | null;
	receiptState: "pending" | "succeeded" | "canceled" | null;
};

/** A refund as the gateway reports it. */
export type Refund = {
	gatewayId: string;
	state: "waiting" | "done" | "refused";
	amount: number;
	reason: string | null;
	receiptState: "pending" | "succeeded" | "canceled" | null;
};

/** The trusted part of a webhook: that there is something to ask about. `gatewayId` is the payment's. */
export type WebhookEvent = { kind: "payment" | "refund"; gatewayId: string };

export type Gateway = {
	name: "yookassa" | "sandbox";
	/** How long the gateway honours an idempotence key, from the first call on. */
	keyLivesMs: number;
	/** Creates a payment. May be a pure computation; the same order twice gives the same payment. */
	create: (order: Order) => Promise<Payment | Refusal | Trouble>;
	/** Charges a saved means of payment; the same charge twice is one payment, as long as its key lives. */
	chargeSaved: (charge: Charge, methodId: string) => Promise<Payment | Refusal | Trouble>;
	/**
	 * Finds the payment of an order whose id was never received.
	 * @param since when the order was first sent
	 */
	find: (orderId: string, since: number) => Promise<Payment | "unknown" | Trouble>;
	/** @returns "unknown" when the gateway has no such payment */
	read: (gatewayId: string) => Promise<Payment | "unknown" | Trouble>;
	/**
	 * @param payment its receipt's address is empty where the account is deleted; its amount in kopecks; whether the gateway
	 * has made a receipt of it
	 * @param refund its `id` is the idempotence key; the same twice is one refund
	 */
	refund: (
		payment: {
			gatewayId: string;
			amount: number;
			receiptEmail: string;
			hasReceipt: boolean;
			description: string;
		},
		refund: { id: string; amount: number },
	) => Promise<Refund | Refusal | Trouble>;
	/**
	 * Finds a refund whose id was never received, when its key has expired.
	 * @returns "unknown" when nothing of this amount was refunded since
	 */
	findRefund: (
		gatewayId: string,
		refund: { id: string; amount: number; since: number },
	) => Promise<Refund | "unknown" | Trouble>;
	readRefund: (gatewayId: string) => Promise<Refund | "unknown" | Trouble>;
	/** Parses the body of a webhook. @returns undefined when it is not one of this gateway */
	parseNotification: (body: string) => WebhookEvent | undefined;
};
