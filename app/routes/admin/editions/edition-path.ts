import { href } from "react-router";

/** The address of an edition's page; `draft`: of the next one. */
export const editionPath = (kind: string, edition: string): string =>
	`${href("/admin/papers")}?${new URLSearchParams({ kind, edition })}`;

/** The address of an act on a legal document. */
export const editionActPath = (kind: string, act: "edit" | "remove" | "compare"): string =>
	`${href("/admin/papers")}?${new URLSearchParams({ kind, do: act })}`;
