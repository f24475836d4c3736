import { useTranslation } from "react-i18next";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { Section } from "../section.tsx";
import { AdminTable } from "../table.tsx";
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
				<AdminTable caption={t("state.jobs.title")}>
					<TableHead>
						<TableRow>
							<ColumnHeader>{t("state.jobs.kind")}</ColumnHeader>
							{COLUMNS.map((column) => (
								<ColumnHeader key={column} className="t-num">
									{t(`state.jobs.${column}`)}
								</ColumnHeader>
							))}
						</TableRow>
					</TableHead>
					<TableBody>
						{jobs.map((job) => (
							<TableRow key={job.kind}>
								<Cell className="mono">{job.kind}</Cell>
								{COLUMNS.map((column) => (
									<Cell key={column} className="t-num" data-label={t(`state.jobs.${column}`)}>
										{job[column]}
									</Cell>
								))}
							</TableRow>
						))}
					</TableBody>
				</AdminTable>
			)}
		</Section>
	);
}
