import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { AnnouncementBar } from "../announcement/announcement-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** Bar, page, footer. Each screen renders its own `<main id="main">`, as wide as it needs. */
export function SiteFrame() {
	const { t } = useTranslation();
	return (
		<div className="screen">
			<a className={buttonClass({ variant: "primary" }, "skip-link")} href="#main">
				{t("skip")}
			</a>
			<AnnouncementBar />
			<SiteHeader />
			<Outlet />
			<SiteFooter />
		</div>
	);
}
