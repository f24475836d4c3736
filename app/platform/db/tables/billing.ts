import type { Generated } from "kysely";

/** A purchase of a plan, from the form to its end. The plan stays as bought. */
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
	/** The payment's id at the gateway; null until it has answered. */
	gateway_id: string | null;
	/** Where the person pays; null until the gateway has answered, or when it is not needed. */
	confirmation_url: string | null;
	/** Payment method in words for the person: «Карта •• 4477»; null until it is known. */
	method: string | null;
	/**
	 * `started`: recorded, the gateway has not confirmed it yet. `waiting`: waits for the payer. `expired` is our own
	 * conclusion, and a payment that succeeds after it is honoured.
	 */
	state: "started" | "waiting" | "paid" | "canceled" | "expired" | "refunded";
	/** The gateway's code of the refusal, or one of `OUR_REASONS`; the screen has the words. */
	reason: string | null;
	/** The gateway's state of the receipt; null: none is made. */
	receipt_state: "pending" | "succeeded" | "canceled" | null;
	/** How often its job asked the gateway. */
	checks: Generated<number>;
	/** When the gateway is asked next, which the job `check-payment` follows; null: never, the payment has ended. */
	check_at: number | null;
	created_at: number;
	ended_at: number | null;
};

/** A refund. `started`: recorded, the gateway has not answered yet. */
export type RefundsTable = {
	/** Chosen by the form; also the idempotence key at the gateway. */
	id: string;
	purchase_id: string;
	account_id: string;
	/** Kopecks. */
	amount: number;
	gateway_id: string | null;
	state: "started" | "waiting" | "done" | "refused";
	/** Milliseconds of the plan that the refund took; given back when it is refused. */
	time_taken: Generated<number>;
	reason: string | null;
	receipt_state: "pending" | "succeeded" | "canceled" | null;
	checks: Generated<number>;
	check_at: number | null;
	created_at: number;
	ended_at: number | null;
};

/** The state of the sandbox gateway. Only the gateway itself and its page read it. */
export type SandboxPaymentsTable = {
	/** The id of the purchase it was ordered for. */
	id: string;
	/** Kopecks. */
	amount: number;
	state: "waiting" | "paid" | "canceled";
	/** The reason of a canceled payment, as it was chosen. */
	reason: string | null;
	created_at: number;
};

/** A period during which an account has a paid plan. Without one in force the free plan applies. */
export type SubscriptionsTable = {
	id: string;
	account_id: string;
	/** Null: granted by the operator. */
	purchase_id: string | null;
	plan_key: string;
	/** JSON of the plan as bought. */
	plan: string;
	/** The operator's reason for the grant. */
	why: string | null;
	starts_at: number;
	/** Moves earlier when the subscription is replaced, refunded or taken back. */
	ends_at: number;
	ended_by: "replaced" | "refund" | "operator" | null;
	/** When the e-mails «ends in three days» and «has ended» were queued. */
	ending_told_at: number | null;
	ended_told_at: number | null;
	created_at: number;
};

/** How many messages may be sent in a quota period: the sum of its ledger rows, stored beside them. */
export type AllowancesTable = {
	id: string;
	/** For a row kept of a deleted account: the row's own id (`keepFreeUse`). */
	account_id: string;
	/** `free`, or the subscription's id. */
	source: string;
	starts_at: number;
	ends_at: number;
	granted: number;
	reserved: Generated<number>;
	used: Generated<number>;
	/**
	 * A keyed hash of the account's e-mail when the allowance was opened; of free allowances only, until they are over.
	 */
	mailbox_hash: string | null;
	/** Subtracted at the beginning, because another account had used it from the same mailbox. */
	carried: Generated<number>;
};

/** Append-only: explains how an allowance got its current values. */
export type LedgerTable = {
	id: string;
	account_id: string;
	allowance_id: string;
	/**
	 * `grant` and `correct` change the granted amount, `reserve` the reserved one; `settle` turns a reserved message
	 * into a used one, `return` gives it back.
	 */
	kind: "grant" | "reserve" | "settle" | "return" | "correct";
	/** Unique per kind: the allowance, the answer with its attempt, the operator's command, the refund. */
	reference: string;
	/** The change of the remaining messages: +30 granted, −1 reserved, 0 settled, +1 returned. */
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
