/** A bill of a company, by which an accountant recognises a bank transfer. The words on it never change. */
export type BillsTable = {
	/** Chosen by the form, so that a repeat is the same bill. */
	id: string;
	/** From 1, without gaps: the number of the paper. */
	number: number;
	/** The account that has ordered it and gets the codes; the bill's own id once that is forgotten. */
	account_id: string;
	/** The buyer; empty once its orderer's account was erased, if nothing was paid, and years after it was paid. */
	inn: string;
	/** Null: a sole trader has none. */
	kpp: string | null;
	organisation: string;
	plan_key: string;
	/** JSON of the plan as it was offered then. */
	plan: string;
	/** How many activation codes it is for. */
	seats: number;
	/** Kopecks, for all of them. */
	amount: number;
	/** JSON of the seller's requisites then, see `Seller`. */
	seller: string;
	/** The edition of the offer that paying accepts; null: there was none. */
	offer_version: string | null;
	/** `canceled` is final. An open one can be paid after its term, too. */
	state: "open" | "paid" | "canceled";
	expires_at: number;
	/** When it was paid or canceled. */
	ended_at: number | null;
	/** Kopecks that were returned for codes nobody had used, which hold no more; null: nothing was returned. */
	returned: number | null;
	returned_at: number | null;
	created_at: number;
};

/** An activation code of a paid bill, good once. The code itself is nowhere: see `activationCode`. */
type ActivationCodesTable = {
	/** SHA-256. */
	hash: string;
	bill_id: string;
	/** From 1, within the bill. */
	number: number;
	expires_at: number;
	used_at: number | null;
	/** The account; null again once that was erased. */
	used_by: string | null;
	/** Its money was returned. */
	revoked_at: number | null;
};

export type BillTables = {
	bills: BillsTable;
	activation_codes: ActivationCodesTable;
};
