import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";

const LOOK = href("/admin/look");
const ADDRESSES = { look: LOOK, landing: `${LOOK}?tab=landing`, announcement: `${LOOK}?tab=announcement` };

type LookTabsProps = { tab: keyof typeof ADDRESSES; mayBrand: boolean };

/** The heading, and the parts of the screen that the role sees. */
export function LookTabs({ tab, mayBrand }: LookTabsProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t(mayBrand ? "look.title" : "look.tabs.announcement")}</h1>
				<div className="adm-acts">
					<LinkButton to={href("/")}>{t("look.toHome")}</LinkButton>
				</div>
			</div>
			{mayBrand && (
				<nav className="tabs" aria-label={t("look.tabs.label")}>
					{(["look", "landing", "announcement"] as const).map((name) => (
						<a
							key={name}
							className="chip chip-filter"
							href={ADDRESSES[name]}
							aria-current={name === tab ? "page" : undefined}
						>
							{t(`look.tabs.${name}`)}
						</a>
					))}
				</nav>
			)}
		</>
	);
}
