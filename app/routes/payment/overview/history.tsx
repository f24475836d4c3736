import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { href, useNavigate, useNavigation } from "react-router";
import { useConnectionLost } from "../../../connection/use-connection.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-view.ts";
import { IconLink } from "../../../ui/icon-button.tsx";
import type { LoadedHistory } from "../load/load-history.server.ts";
import type { PurchaseView } from "../load/purchase-view.server.ts";
import { historyAddress } from "./history-view.ts";
import { StateChip } from "./state-chip.tsx";

/** The table of payments, sorted and paged by the server. */
export function History({ history: { view, total, purchases } }: { history: LoadedHistory }) {
	const { t } = useTranslation("payment");
	const navigate = useNavigate();
	const { location } = useNavigation();
	const lost = useConnectionLost();
	return (
		<Card padding="none" className="history" aria-labelledby="history">
			<h2 id="history" className="card-title">
				{t("history.heading")}
			</h2>
			<DataTable
				labelledBy="history"
				label={t("history.heading")}
				columns={columns(t)}
				rows={purchases}
				keyOf={({ id }) => id}
				marksOf={({ id, state }) => ({ "data-payment-id": id, "data-status": state })}
				view={view}
				total={total}
				hrefOf={historyAddress}
				go={(address) => void navigate(address.replace(/#.*/, ""), { preventScrollReset: true })}
				loading={!lost && location?.pathname === href("/payment")}
				empty={{ icon: "receipt-text-outline", text: t("history.emptyText") }}
			/>
		</Card>
	);
}

const HAS_RECEIPT = new Set<PurchaseView["state"]>(["paid", "refunded"]);

const columns = (t: TFunction<"payment">): Column<PurchaseView>[] => [
	{
		key: "date",
		title: t("history.columns.date"),
		sortable: true,
		phone: "under",
		cell: ({ date, method }) => (
			<>
				<span className="num whitespace-nowrap">{date}</span>
				{method && <span className="data-table-only-phone"> · {method}</span>}
			</>
		),
	},
	{
		key: "what",
		title: t("history.columns.what"),
		variant: "strong",
		phone: "title",
		cell: ({ what }) => what,
	},
	{
		key: "how",
		title: t("history.columns.how"),
		cell: ({ method }) => <span className="whitespace-nowrap">{method}</span>,
	},
	{
		key: "state",
		title: t("history.columns.state"),
		phone: "under-end",
		cell: (purchase) => <StateChip purchase={purchase} />,
	},
	{
		key: "sum",
		title: t("history.columns.sum"),
		sortable: true,
		variant: "end",
		phone: "end",
		cell: ({ sum }) => sum,
	},
	{
		key: "receipt",
		title: t("history.columns.receipt"),
		titleHidden: true,
		phone: "cover",
		cell: ({ id, date, state }) => (
			<IconLink
				icon="receipt-text-outline"
				label={t(HAS_RECEIPT.has(state) ? "history.open" : "history.openUnpaid", { date })}
				to={`${href("/payment")}?show=${id}`}
			/>
		),
	},
];
