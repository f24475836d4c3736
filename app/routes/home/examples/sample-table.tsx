import type { ReactNode } from "react";
import { scrollable } from "./scrollable.ts";

type SampleTableProps = {
	columns: string[];
	rows: { key: string; cells: ReactNode[] }[];
	/** Numeric columns, aligned to the right. */
	figures: number[];
	/** Its accessible name, when it is more than a picture: then it can be scrolled by keyboard. */
	label?: string;
};

/** A table in an example: it scrolls in its own box, the page never does. */
export function SampleTable({ columns, rows, figures, label }: SampleTableProps) {
	const columnClass = (column: number) => (figures.includes(column) ? "figure" : undefined);
	return (
		<div className="talk-table" {...scrollable(label)}>
			<table>
				<thead>
					<tr>
						{columns.map((name, i) => (
							<th key={name} scope="col" className={columnClass(i)}>
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ key, cells }) => (
						<tr key={key}>
							{cells.map((cell, i) => (
								<td key={columns[i]} className={columnClass(i)}>
									{cell}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
