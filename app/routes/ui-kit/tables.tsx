import { useId } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-view.ts";
import { Section } from "./section.tsx";

const texts = uiKit.tables;
type Row = (typeof texts.rows)[number];

const TONES: ChipTone[] = ["success", "error", "warning"];

const COLUMNS: Column<Row>[] = [
	{ key: "date", title: texts.columns.date, sortable: true, phone: "under", cell: ([date]) => date },
	{ key: "what", title: texts.columns.what, variant: "strong", phone: "title", cell: ([, what]) => what },
	{
		key: "state",
		title: texts.columns.state,
		phone: "under-end",
		cell: (row) => <Chip tone={TONES[texts.rows.indexOf(row)]}>{row[2]}</Chip>,
	},
	{
		key: "sum",
		title: texts.columns.sum,
		sortable: true,
		variant: "end",
		phone: "end",
		cell: ([, , , sum]) => sum,
	},
];

export function Tables() {
	return (
		<Section title={texts.title} lead={texts.lead}>
			<div className="grid grid-cols-1 gap-4">
				<Shown name={texts.full} rows={[...texts.rows]} />
				<Shown name={texts.loading} rows={[...texts.rows]} loading />
				<Shown name={texts.empty} rows={[]} />
			</div>
		</Section>
	);
}

function Shown({ name, rows, loading }: { name: string; rows: Row[]; loading?: boolean }) {
	const id = useId();
	return (
		<Card as="div" padding="none" className="overflow-hidden">
			<h3 id={id} className="card-title px-6 py-5">
				{name}
			</h3>
			<DataTable
				labelledBy={id}
				label={name}
				columns={COLUMNS}
				rows={rows}
				keyOf={([date]) => date}
				view={{ page: 1, rows: 5, sort: "date", descending: true }}
				total={rows.length}
				hrefOf={() => "/ui-kit"}
				loading={loading}
				empty={{ icon: "receipt-text-outline", text: texts.nothing }}
			/>
		</Card>
	);
}
