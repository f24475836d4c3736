import { useTranslation } from "react-i18next";
import { LinkButton } from "../../ui/button.tsx";

type PagerProps = {
	/** How many rows are shown. */
	count: number;
	/** The address of the first page; null: this is it. */
	first: string | null;
	/** The address of the next page; null: this is the last. */
	next: string | null;
};

/** Below a list that goes on from a row: the way to its beginning and to the next page. */
export function Pager({ count, first, next }: PagerProps) {
	const { t } = useTranslation("admin");
	if (first === null && next === null) return null;
	return (
		<div className="pager">
			<span>{t("pager.shown", { count })}</span>
			<nav aria-label={t("pager.pages")}>
				{first !== null && <LinkButton to={first}>{t("pager.first")}</LinkButton>}
				{next !== null && <LinkButton to={next}>{t("pager.older")}</LinkButton>}
			</nav>
		</div>
	);
}
