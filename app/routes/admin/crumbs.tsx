import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";

/** The way to a page: links to what it is below, and the page itself. */
export function Crumbs({ path, children }: { path: [to: string, name: string][]; children: ReactNode }) {
	const { t } = useTranslation("admin");
	return (
		<nav className="crumbs" aria-label={t("person.path")}>
			{path.map(([to, name], index) => (
				<span key={to}>
					{index > 0 && <Icon name="chevron-right" size="xs" />}{" "}
					<a className="link-quiet" href={to}>
						{name}
					</a>
				</span>
			))}{" "}
			<span>
				<Icon name="chevron-right" size="xs" /> <span aria-current="page">{children}</span>
			</span>
		</nav>
	);
}
