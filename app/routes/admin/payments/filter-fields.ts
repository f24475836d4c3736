/** The values in the fields of the filter. */
export type FilterFields = {
	q: string;
	from: string;
	to: string;
	/** The kind of days in `from` and `to`; «paid»: of the payments, otherwise of the orders. */
	by: string;
	state: string;
	receipt: string;
};

export const STATES = ["paid", "started", "waiting", "canceled", "expired", "refunded"] as const;
/** The receipts that are looked for: most are registered. */
export const RECEIPTS = ["pending", "canceled"] as const;
