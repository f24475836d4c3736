import { useTranslation } from "react-i18next";
import type { Use } from "../load/load-use.server.ts";

/** Share of a day's slot; the rest is the gap to the next. */
const BAR = 0.72;

/** Messages of the last thirty days: bars, with a table for screen readers. */
export function UseChart({ use: { total, days } }: { use: Use }) {
	const { t } = useTranslation("payment");
	const most = Math.max(...days.map(({ messages }) => messages));
	const width = 100 / days.length;
	return (
		<div className="use">
			<div className="use-head">
				<h3>{t("use.heading")}</h3>
				<p className="num">{total}</p>
			</div>
			<svg className="use-chart" aria-hidden="true">
				{days.map(({ date, messages }, i) => {
					// A minimum height lets small values be seen beside the greatest.
					const height = messages && Math.max(3, (messages / most) * 100);
					return (
						<rect
							key={date}
							x={`${i * width}%`}
							y={`${100 - (height || 2)}%`}
							width={`${width * BAR}%`}
							height={`${height || 2}%`}
							rx="2"
							data-empty={messages === 0 || undefined}
						>
							<title>{t("use.day", { date, messages: t("use.total", { count: messages }) })}</title>
						</rect>
					);
				})}
			</svg>
			<p className="use-scale" aria-hidden="true">
				<span>{days.at(0)?.date}</span> <span>{t("use.today")}</span>
			</p>
			<details className="use-table">
				<summary className="link link-touch">{t("use.table")}</summary>
				<table>
					<thead>
						<tr>
							<th scope="col">{t("use.date")}</th>
							<th scope="col">{t("use.messages")}</th>
						</tr>
					</thead>
					<tbody>
						{days.toReversed().map(({ date, messages }) => (
							<tr key={date}>
								<th scope="row">{date}</th>
								<td className="num">{messages}</td>
							</tr>
						))}
					</tbody>
				</table>
			</details>
		</div>
	);
}
