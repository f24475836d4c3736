import type { TFunction } from "i18next";
import { listPurchases } from "../../../billing/payments/purchases.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { readHistoryView } from "../overview/history-view.ts";
import { purchaseView } from "./purchase-view.server.ts";

/** The page of the account's payments that the address selects. */
export async function loadHistory(accountId: string, params: URLSearchParams, t: TFunction<"payment">) {
	const input = readHistoryView(params);
	const { page, total, purchases } = await listPurchases(db(), accountId, input);
	return {
		view: { ...input, page },
		total,
		purchases: purchases.map((purchase) => purchaseView(purchase, t)),
	};
}

export type LoadedHistory = Awaited<ReturnType<typeof loadHistory>>;
