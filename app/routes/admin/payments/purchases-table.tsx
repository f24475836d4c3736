import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPayments } from "./load-payments.server.ts";
import { shortNumber } from "./payment-words.tsx";
import { PaymentState } from "./state-chip.tsx";

type PurchasesTableProps = {
	caption: string;
	/** `title`: of the plan. */
	purchases: {
		id: string;
		at: string;
		title: string;
		state: LoadedPayments["payments"][0]["state"];
		amount: string;
	}[];
};

/** Purchases on another page: of a person, or with a promo code. */
export function PurchasesTable({ caption, purchases }: PurchasesTableProps) {
	const { t } = useTranslation("admin");
	return (
		<AdminTable caption={caption}>
			<TableHead>
				<TableRow>
					<ColumnHeader>{t("pay.when")}</ColumnHeader>
					<ColumnHeader>{t("pay.what")}</ColumnHeader>
					<ColumnHeader>{t("pay.state")}</ColumnHeader>
					<ColumnHeader className="t-num">{t("pay.sum")}</ColumnHeader>
				</TableRow>
			</TableHead>
			<TableBody>
				{purchases.map(({ id, at, title, state, amount }) => (
					<TableRow key={id}>
						<Cell>{at}</Cell>
						<Cell>
							<a className="t-link" href={`${href("/admin/payments")}?payment=${id}`}>
								{title}
							</a>{" "}
							<small className="mono">{shortNumber(id)}</small>
						</Cell>
						<Cell className="t-end">
							<PaymentState state={state} />
						</Cell>
						<Cell className="t-num">{amount}</Cell>
					</TableRow>
				))}
			</TableBody>
		</AdminTable>
	);
}
