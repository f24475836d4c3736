import type { ReactNode } from "react";
import { Table } from "../../ui/table.tsx";

/** A table of the staff's screens. @property caption its name; not shown, since the heading above it says the same */
export function AdminTable({ caption, children }: { caption: string; children: ReactNode }) {
	return (
		<Table className="table-adm">
			<caption className="sr-only">{caption}</caption>
			{children}
		</Table>
	);
}
