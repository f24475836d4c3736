import { type AriaRole, type ComponentProps, createElement } from "react";

/**
 * The parts of a table whose rows are laid out as blocks on a narrow screen: browsers take the meaning of a part from
 * one that is not laid out as such, so each says its role.
 */
export const Table = part("table", "table");
export const TableHead = part("thead", "rowgroup");
export const TableBody = part("tbody", "rowgroup");
export const TableFoot = part("tfoot", "rowgroup");
export const TableRow = part("tr", "row");
export const Cell = part("td", "cell");
const Header = part("th", "columnheader");

export function ColumnHeader(props: ComponentProps<"th">) {
	return <Header scope="col" {...props} />;
}

function part<Tag extends "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th">(
	tag: Tag,
	role: AriaRole,
) {
	return (props: ComponentProps<Tag>) => createElement(tag, { role, ...props });
}
