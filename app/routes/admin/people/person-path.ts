import { useTranslation } from "react-i18next";
import { href } from "react-router";

type Person = { id: string; name: string | null; email: string | null };

/** The name of a person, the address of their card, and the pages above one that acts on them. */
export function usePersonPath({ id, name, email }: Person) {
	const { t } = useTranslation("admin");
	const people = href("/admin/people");
	const card = `${people}?account=${id}`;
	const called = name ?? email ?? id;
	const path: [to: string, name: string][] = [
		[people, t("people.title")],
		[card, called],
	];
	return { called, card, path };
}
