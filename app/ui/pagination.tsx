import { useTranslation } from "react-i18next";
import { follow } from "./follow.ts";
import { pageSlots } from "./page-slots.ts";
import { PagerLink } from "./pager-link.tsx";

type PaginationProps = {
	/** Accessible name: what is paged. */
	label: string;
	page: number;
	pages: number;
	/** The address of a page, so that paging needs no script. */
	hrefOf: (page: number) => string;
	/** Navigates without a full load, where there is script. */
	go?: (href: string) => void;
};

/** Links to the pages of a list. On a narrow screen the first, the current and the last one. */
export function Pagination({ label, page, pages, hrefOf, go }: PaginationProps) {
	const { t } = useTranslation("kit");
	const step = (name: "previous" | "next", to: number) => (
		<PagerLink
			icon={name === "next" ? "chevron-right" : "chevron-left"}
			label={t(`pages.${name}`)}
			href={to < 1 || to > pages ? undefined : hrefOf(to)}
			go={go}
		/>
	);
	return (
		<nav aria-label={t("pages.of", { what: label })}>
			<ul className="pagination">
				<li>{step("previous", page - 1)}</li>
				{pageSlots(page, pages).map((slot) =>
					typeof slot === "string" ? (
						<li key={slot} className="pagination-gap" aria-hidden="true">
							…
						</li>
					) : (
						<li key={slot} data-far={slot !== 1 && slot !== page && slot !== pages ? "" : undefined}>
							<a
								className="pagination-page num"
								href={hrefOf(slot)}
								onClick={follow(hrefOf(slot), go)}
								aria-current={slot === page ? "page" : undefined}
								aria-label={t(slot === page ? "pages.current" : "pages.go", { page: slot })}
							>
								{slot}
							</a>
						</li>
					),
				)}
				<li>{step("next", page + 1)}</li>
			</ul>
		</nav>
	);
}
