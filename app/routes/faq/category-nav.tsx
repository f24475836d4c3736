import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ContentIcon } from "../../icons/content-icon.tsx";
import type { DrawnIcon } from "../../icons/drawn-icon.ts";
import type { Answers } from "./faq-answers.server.ts";

type Props = Pick<Answers, "categories" | "total"> & {
	searching: boolean;
	/** Category icons that are not bundled. */
	icons: Record<string, DrawnIcon>;
};

/** The categories with their number of questions: a list beside them, a row of chips on a narrow screen. */
export function CategoryNav({ categories, total, searching, icons }: Props) {
	const { t } = useTranslation("faq");
	const all = { id: "", name: t("all"), icon: "format-list-bulleted", count: total };
	return (
		<nav className="faq-nav" aria-label={t("categories")}>
			<ul>
				{[all, ...categories].map(({ id, name, icon, count }) => (
					<li key={id}>
						<a
							className="chip chip-filter"
							href={id ? `${href("/FAQ")}#${id}` : href("/FAQ")}
							aria-current={id === "" && !searching ? "true" : undefined}
						>
							<ContentIcon name={icon} drawn={icons[icon]} />
							{name} <span className="chip-count">{count}</span>
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
