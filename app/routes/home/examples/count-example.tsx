import { Trans, useTranslation } from "react-i18next";
import { SampleTable } from "./sample-table.tsx";
import { Talk } from "./talk.tsx";

export function CountExample() {
	const { t } = useTranslation("home");
	const rows = [
		{ key: "tiles", cells: [t("examples.count.tiles"), "12 × 1 450", t("examples.count.tilesSum")] },
		{ key: "work", cells: [t("examples.count.work"), "12 × 900", t("examples.count.workSum")] },
		{ key: "glue", cells: [t("examples.count.glue"), "", t("examples.count.glueSum")] },
		{
			key: "total",
			cells: [
				<b key="name">{t("examples.count.total")}</b>,
				"",
				<b key="sum">{t("examples.count.totalSum")}</b>,
			],
		},
	];
	return (
		<Talk question={t("examples.count.question")}>
			<p>
				<Trans t={t} i18nKey="examples.count.answer" />
			</p>
			<SampleTable
				label={t("examples.table")}
				columns={[
					t("examples.count.columns.what"),
					t("examples.count.columns.how"),
					t("examples.count.columns.sum"),
				]}
				rows={rows}
				figures={[1, 2]}
			/>
			<p>{t("examples.count.tip")}</p>
		</Talk>
	);
}
