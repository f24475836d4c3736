import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { mdi } from "../../icons/mdi.ts";
import type { Answers } from "./answers.server.ts";

type Props = Pick<Answers, "categories" | "total"> & { searching: boolean };

/** The headings with how many questions each has: a list beside them, a row of chips on a narrow screen. */
export function CategoryNav({ categories, total, searching }: Props) {
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
							<Icon name={known(icon)} />
							{name} <span className="chip-count">{count}</span>
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}

/** An operator may name any icon of the set; the first view draws only those that are at hand. */
const known = (icon: string): IconName => (icon in mdi ? (icon as IconName) : "help-circle-outline");
