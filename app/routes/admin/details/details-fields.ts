/** The fields of the form by its cards; each is a name of `content/operator.json`. */
export const CARDS = {
	who: ["fullName", "shortName", "inn", "ogrn", "kpp", "address", "postalAddress"],
	contact: ["email", "phone", "supportHours", "dataContact"],
	bank: ["bankName", "bankBik", "bankAccount", "bankCorrespondentAccount", "billSigner"],
	tax: ["taxNote"],
	data: ["registryNumber", "registryDate", "hosting", "modelProvider", "mailProvider", "crossBorder"],
	terms: ["ageLimit", "refundDays", "noticeDays"],
} as const;

export type Card = keyof typeof CARDS;

export const TEXTS = [...CARDS.who, ...CARDS.contact, ...CARDS.bank, ...CARDS.tax, ...CARDS.data] as const;
export const DAYS = CARDS.terms;

export const KINDS = ["company", "sole-trader", "self-employed"] as const;
export const VATS = ["none", "0", "5", "7", "10", "20", "22"] as const;

export type DetailsField = (typeof TEXTS)[number] | (typeof DAYS)[number] | "kind" | "billVat";
