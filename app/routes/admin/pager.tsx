import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import { buttonClass, LinkButton } from "../../ui/button.tsx";

type PagerProps = {
	/** How many rows are shown. */
	count: number;
	/** The address of the first page; null: this is it. */
	first: string | null;
	/** The address of the page before, of a list that goes both ways; null: this is the first page. */
	newer?: string | null;
	/** The address of the next page; null: this is the last. */
	next: string | null;
	/** The words for what is shown, where a number of rows does not say it. */
	shown?: string;
};

/** Below a list that goes on from a row: the way to its beginning and to the pages beside. */
export function Pager({ count, first, newer, next, shown }: PagerProps) {
	const { t } = useTranslation("admin");
	if (first === null && next === null) return null;
	return (
		<div className="pager">
			<span>{shown ?? t("pager.shown", { count })}</span>
			<nav aria-label={t("pager.pages")}>
				{first !== null && (
					<LinkButton to={first} variant={newer === undefined ? "gray" : "ghost"}>
						{t("pager.first")}
					</LinkButton>
				)}
				{newer === undefined ? (
					next !== null && <LinkButton to={next}>{t("pager.older")}</LinkButton>
				) : (
					<>
						<Beside to={newer} label={t("pager.newer")} side="left" />
						<Beside to={next} label={t("pager.further")} side="right" />
					</>
				)}
			</nav>
		</div>
	);
}

/** The way to a page beside; where there is none, what it would be. */
function Beside({ to, label, side }: { to: string | null; label: string; side: "left" | "right" }) {
	const shared = { className: buttonClass() };
	const content = (
		<>
			{side === "left" && <Icon name="chevron-left" />}
			<span>{label}</span>
			{side === "right" && <Icon name="chevron-right" />}
		</>
	);
	if (to !== null)
		return (
			<a {...shared} href={to} rel={side === "left" ? "prev" : "next"}>
				{content}
			</a>
		);
	return (
		<a {...shared} role="link" aria-disabled="true" tabIndex={-1}>
			{content}
		</a>
	);
}
