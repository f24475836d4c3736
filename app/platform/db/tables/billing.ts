import type { Generated } from "kysely";

/** A plan that somebody pays for, from the form to its end. What was bought stays as bought. */
export type PurchasesTable = {
	/** Chosen by the form, so that a repeat is the same purchase; also the key of its creation at the gateway. */
	id: string;
	account_id: string;
	plan_key: string;
	/** JSON of the plan as it was offered then, see `Plan`. */
	plan: string;
	/** Kopecks. */
	amount: number;
	receipt_email: string;
	/** The edition of the offer that was accepted by paying; null: none was shown. */
	offer_version: string | null;
	gateway: "yookassa" | "sandbox";
	/** What the gateway calls it; null until it has answered. */
	gateway_id: string | null;
	/** Where the person pays; null until the gateway has answered, or when it is not needed. */
	confirmation_url: string | null;
	/** With what was paid, in words for the person: «Карта •• 4477»; null until it is known. */
	method: string | null;
	/**
	 * `started`: written down, the gateway has not said that it knows of it. `waiting`: the person is to pay.
	 * `expired` is our own conclusion, and a payment that succeeds after it is honoured.
	 */
	state: "started" | "waiting" | "paid" | "canceled" | "expired" | "refunded";
	/** The gateway's code of the refusal, or one of `OUR_REASONS`; the screen has the words. */
	reason: string | null;
	/** What the gateway says of the receipt; null: none is made. */
	receipt_state: "pending" | "succeeded" | "canceled" | null;
	/** How often the gateway was asked by the clock. */
	checks: Generated<number>;
	/** When the clock asks next; null: never, it has ended. */
	check_at: number | null;
	created_at: number;
	ended_at: number | null;
};

/** Money on its way back. `started`: written down, the gateway has not answered yet. */
export type RefundsTable = {
	/** Chosen by the form; also the key at the gateway. */
	id: string;
	purchase_id: string;
	account_id: string;
	/** Kopecks. */
	amount: number;
	gateway_id: string | null;
	state: "started" | "waiting" | "done" | "refused";
	/** Milliseconds of the plan that went with it; given back when it is refused. */
	time_taken: Generated<number>;
	reason: string | null;
	receipt_state: "pending" | "succeeded" | "canceled" | null;
	checks: Generated<number>;
	check_at: number | null;
	created_at: number;
	ended_at: number | null;
};

/** What the sandbox gateway remembers. It is the other side: only the gateway itself and its page look here. */
export type SandboxPaymentsTable = {
	/** The id of the purchase it was ordered for. */
	id: string;
	/** Kopecks. */
	amount: number;
	state: "waiting" | "paid" | "canceled";
	/** The reason of a canceled one, as it was chosen. */
	reason: string | null;
	created_at: number;
};

/** Time during which somebody has a paid plan. Without one in force the free plan holds. */
export type SubscriptionsTable = {
	id: string;
	account_id: string;
	/** Null: a gift of the operator's. */
	purchase_id: string | null;
	plan_key: string;
	/** JSON of the plan as bought. */
	plan: string;
	/** The operator's reason for a gift. */
	why: string | null;
	starts_at: number;
	/** Comes nearer when it is replaced, refunded or taken back. */
	ends_at: number;
	ended_by: "replaced" | "refund" | "operator" | null;
	/** When the letters «ends in three days» and «has ended» were posted. */
	ending_told_at: number | null;
	ended_told_at: number | null;
	created_at: number;
};

/** How many messages may be sent in a stretch of time: the sum of its ledger rows, kept beside them. */
export type AllowancesTable = {
	id: string;
	/** Of a deleted account's that is kept: the row's own id (`keepFreeUse`). */
	account_id: string;
	/** `free`, or the subscription's id. */
	source: string;
	starts_at: number;
	ends_at: number;
	granted: number;
	reserved: Generated<number>;
	used: Generated<number>;
	/** A keyed hash of the e-mail that the account had when this was opened; of free messages, until they are over. */
	mailbox_hash: string | null;
	/** What was taken off at the beginning, because another account had used it from the same mailbox. */
	carried: Generated<number>;
};

/** Append-only: why an allowance is what it is. */
export type LedgerTable = {
	id: string;
	account_id: string;
	allowance_id: string;
	/**
	 * `grant` and `correct` change what is granted, `reserve` what is reserved; `settle` turns one reserved into
	 * one used, `return` gives it back.
	 */
	kind: "grant" | "reserve" | "settle" | "return" | "correct";
	/** Unique per kind: the allowance, the answer with its attempt, the operator's command, the refund. */
	reference: string;
	/** What it adds to what is left: +30 granted, −1 reserved, 0 settled, +1 returned. */
	messages: number;
	/** An operator's reason. */
	why: string | null;
	at: number;
};

export type BillingTables = {
	purchases: PurchasesTable;
	refunds: RefundsTable;
	sandbox_payments: SandboxPaymentsTable;
	subscriptions: SubscriptionsTable;
	allowances: AllowancesTable;
	ledger: LedgerTable;
};
