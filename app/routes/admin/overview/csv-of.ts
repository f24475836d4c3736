import { href } from "react-router";

/** The address of a table of the overview as a file. */
export const csvOf = (table: string, days: number): string =>
	`${href("/admin")}?${new URLSearchParams({ days: String(days), format: "csv", table })}`;
