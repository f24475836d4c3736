/** The operator as the seller on a bill. */
export type Seller = {
	name: string;
	inn: string;
	/** Null: a sole trader has none. */
	kpp: string | null;
	address: string;
	phone: string | null;
	bank: { name: string; bik: string; account: string; correspondent: string };
	/** The person who signs; null: a line is left for the name. */
	signer: string | null;
	/** Per cent of VAT that the prices contain; null: without VAT. */
	vat: number | null;
	/** Nobody's: in the test mode no money is to be transferred. */
	isSample?: boolean;
};
