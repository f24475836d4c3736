import type { Generated } from "kysely";

/** A purchase of a plan, from the form to its end. The plan stays as bought. */
export type PurchasesTable = {
	/** Chosen by the form, so that a repeat is the same purchase; also the key of its creation at the gateway. */
	id: string;
	/** The purchase's own id once the payer is forgotten, in its refunds and its subscription too: `forgetOldPayments`. */
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
	/** `renewal`: a charge of a saved card, which nobody confirms. */
	kind: Generated<"plan" | "renewal">;
	/** The renewal that a charge is of; null for other purchases. */
	renewal_id: string | null;
	/** The consent that the person gave at the checkout; null: the card is not to be saved. */
	renewal_consent_id: string | null;
	/** The number of messages that are bought apart; `plan` is the line of the catalogue then, too. Null: a plan. */
	messages: number | null;
	/** The promo code that it was made with; `amount` is reduced by it, the plan bears its full price. */
	promo_code: string | null;
	/** Days that the code adds to the plan's; null: none. */
	promo_days: number | null;
	/**
	 * `held`: counts among the uses of the code. `returned`: ended without money, counts no more. `late`: paid after that,
	 * and counts again.
	 */
	promo_use: "held" | "returned" | "late" | null;
};

/**
 * The codes by which an account may make a purchase once on better terms. Its terms never change; it is only switched
 * off.
 */
export type PromoCodesTable = {
	/** In capitals. */
	code: string;
	kind: "percent" | "sum" | "days";
	/** Whole per cent, kopecks, or days. */
	value: number;
	/** JSON of the keys of plans; null: any. */
	plan_keys: string | null;
	/** 1: only for the first payment of an account. */
	first_only: number;
	/** From this moment, and before that one; null: without a limit. */
	starts_at: number | null;
	ends_at: number | null;
	/** Null: without a limit. */
	max_uses: number | null;
	/** How many purchases count: paid ones, and those that may still be paid. */
	used: Generated<number>;
	/** When it was switched off. */
	off_at: number | null;
	created_at: number;
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
	/** Milliseconds of the plan, or messages bought apart, that the refund took; given back when it is refused. */
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
	/** Whether the card was to be saved: `asked`, then `yes` or `no` as it was chosen; null: never asked. */
	save: "asked" | "yes" | "no" | null;
	/** The end of each later charge of a payment that has saved the card, an outcome of the sandbox; null: paid. */
	later: string | null;
};

/** A period during which an account has a paid plan. Without one in force the free plan applies. */
export type SubscriptionsTable = {
	id: string;
	account_id: string;
	/** Null: granted by the operator, or by an activation code. */
	purchase_id: string | null;
	/** The bill whose activation code has granted it; null: none. */
	bill_id: string | null;
	plan_key: string;
	/** JSON of the plan as bought. */
	plan: string;
	/** The operator's reason for the grant. */
	why: string | null;
	starts_at: number;
	/** Moves earlier when the subscription is replaced, refunded or taken back. */
	ends_at: number;
	/** Kopecks that were paid for so many days, where that differs from the plan: bought with a promo code. */
	paid: number | null;
	paid_days: number | null;
	ended_by: "replaced" | "refund" | "operator" | null;
	/** When the e-mails «ends in three days» and «has ended» were queued. */
	ending_told_at: number | null;
	ended_told_at: number | null;
	created_at: number;
};

/** How many messages may be sent in a quota period: the sum of its ledger rows, stored beside them. */
export type AllowancesTable = {
	id: string;
	/** For a row kept of a deleted account: the row's own id (`retainFreeUse`). */
	account_id: string;
	/**
	 * `free`, or the id of the subscription, or of the purchase of messages. The row's own id once their payer is forgotten.
	 */
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
	/** The purchase that it was bought by, apart from a plan; it is used when the plan's is exhausted. */
	purchase_id: string | null;
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

/** A card, or another means of payment, that the gateway has saved. An account has at most one. */
export type PaymentMethodsTable = {
	id: string;
	account_id: string;
	gateway: "yookassa" | "sandbox";
	/** Its id at the gateway, encrypted; its holder can charge the card. Unlinking deletes the row. */
	sealed_id: string;
	/** In words for the person: «Карта •• 4477». */
	title: string;
	/** The end of the card's last month; null: not known, or it has none. */
	expires_at: number | null;
	/** `refused`: the bank wants another card. */
	state: "active" | "refused";
	/** When the e-mail «the card expires» was queued. */
	expiry_told_at: number | null;
	created_at: number;
};

/** Consents to renewal, given and withdrawn, with the words that stood beside the box. Append-only. */
export type RenewalConsentsTable = {
	id: string;
	account_id: string;
	act: "given" | "withdrawn";
	text: string;
	text_version: string;
	/** The edition of the offer; null: there was none. */
	offer_version: string | null;
	plan_key: string;
	/** Kopecks per period. */
	amount: number;
	/** Length of the period. */
	days: number;
	at: number;
	ip_network: string;
	user_agent: string;
};

/** The agreement of an account that its plan renews itself. Changed only under the account's lock. */
export type RenewalsTable = {
	/** A new consent makes a new one. */
	id: string;
	account_id: string;
	consent_id: string;
	/** Null: unlinked. */
	method_id: string | null;
	plan_key: string;
	/** JSON of the plan as agreed: its price is the highest that is charged. */
	plan: string;
	receipt_email: string;
	/** `paused`: waits for another card. `off` is final. */
	state: "on" | "charging" | "retrying" | "paused" | "off";
	/** The gateway's reason of the last refusal; when off, why. */
	reason: string | null;
	/** The end of the paid time that the next charge prolongs; identifies the period. */
	paid_until: number;
	/** Charges made for this period. */
	attempt: Generated<number>;
	/** How many of them the bank has refused without a reason. */
	declines: Generated<number>;
	/** Day and amount (kopecks) of the next charge, as the e-mail tells; null: not told yet. */
	charge_at: number | null;
	charge_amount: number | null;
	/** The e-mail about the next charge, and when the mail server took it, in time. */
	notice_id: string | null;
	told_at: number | null;
	/** The last charge. */
	purchase_id: string | null;
	/** When something is to be done next; null: nothing. */
	next_at: number | null;
	/** SHA-256 of the token of the link that turns it off, and its end. */
	stop_token_hash: string | null;
	stop_token_until: number | null;
	created_at: number;
	changed_at: number;
};

export type BillingTables = {
	payment_methods: PaymentMethodsTable;
	renewal_consents: RenewalConsentsTable;
	renewals: RenewalsTable;
	promo_codes: PromoCodesTable;
	purchases: PurchasesTable;
	refunds: RefundsTable;
	sandbox_payments: SandboxPaymentsTable;
	subscriptions: SubscriptionsTable;
	allowances: AllowancesTable;
	ledger: LedgerTable;
};
