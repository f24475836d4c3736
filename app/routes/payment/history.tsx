import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import { Card } from "../../ui/card.tsx";

const COLUMNS = ["date", "what", "how", "state", "sum", "receipt"] as const;

/** The table of payments. There are none yet, and nothing to page or to sort. */
export function History() {
	const { t } = useTranslation("payment");
	return (
		<Card padding="none" className="history" aria-labelledby="history">
			<h2 id="history" className="card-title">
				{t("history.heading")}
			</h2>
			<table aria-labelledby="history">
				<thead>
					<tr>
						{COLUMNS.map((column) => (
							<th key={column} scope="col" data-column={column}>
								{t(`history.columns.${column}`)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					<tr>
						<td colSpan={COLUMNS.length}>
							<span className="tile tile-gray">
								<Icon name="receipt-text-outline" />
							</span>
							<p className="history-empty">{t("history.empty")}</p>
							<p>{t("history.emptyText")}</p>
						</td>
					</tr>
				</tbody>
			</table>
		</Card>
	);
}
