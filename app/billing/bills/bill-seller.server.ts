import sample from "../../i18n/ru/sample-seller.ts";
import { missingToSell } from "../../operator/details.server.ts";
import type { Seller } from "../../operator/seller.ts";
import { detailsInForce, sellerInForce } from "../../operator/service.server.ts";
import { config } from "../../platform/config.server.ts";

/** The seller of bills that are only tried, beside the sandbox: nobody's requisites, and the paper says so. */
const SAMPLE: Seller = {
	...sample,
	inn: "0000000000",
	kpp: "000000000",
	phone: null,
	bank: {
		name: sample.bank,
		bik: "000000000",
		account: "0".repeat(20),
		correspondent: "0".repeat(20),
	},
	signer: null,
	vat: null,
	isSample: true,
};

/** The seller on the bills of this installation; null: no bills are made here. */
export function billSeller(): Seller | null {
	if (config.payments === "sandbox") return SAMPLE;
	return missingToSell(detailsInForce()).length === 0 ? sellerInForce() : null;
}
