import { useTranslation } from "react-i18next";
import { Section } from "../section.tsx";
import type { LoadedState } from "./load-state.server.ts";

const COLUMNS = ["open", "overdue", "givenUp"] as const;

/** The queues of all servers together. */
export function JobsTable({ jobs }: Pick<LoadedState, "jobs">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("state.jobs.title")} flush={jobs.length > 0}>
			{jobs.length === 0 ? (
				<p>{t("state.jobs.none")}</p>
			) : (
				<table className="table-adm">
					<caption className="sr-only">{t("state.jobs.title")}</caption>
					<thead>
						<tr>
							<th scope="col">{t("state.jobs.kind")}</th>
							{COLUMNS.map((column) => (
								<th key={column} scope="col" className="t-num">
									{t(`state.jobs.${column}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{jobs.map((job) => (
							<tr key={job.kind}>
								<td className="mono">{job.kind}</td>
								{COLUMNS.map((column) => (
									<td key={column} className="t-num" data-label={t(`state.jobs.${column}`)}>
										{job[column]}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			)}
		</Section>
	);
}
