import { useTranslation } from "react-i18next";
import { href, useLocation, useRouteLoaderData } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { RootLoader } from "../page/root-data.server.ts";

/** The operator's message at the top of a page, where there is one now. */
export function AnnouncementBar() {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	const shown = useRouteLoaderData<RootLoader>("root")?.announcement;
	if (!shown) return null;
	const { id, text, link, tone, hideable } = shown;
	return (
		<aside
			className={classNames("announce", tone === "warning" && "announce-warn")}
			aria-label={t("announcement.label")}
		>
			<Icon name={tone === "warning" ? "alert-outline" : "information-outline"} />
			<p>
				{text}{" "}
				{link && (
					<a className="link" href={link}>
						{t("announcement.more")}
					</a>
				)}
			</p>
			{hideable && (
				<form method="post" action={href("/announcement/hide")}>
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="returnTo" value={pathname} />
					<IconButton type="submit" icon="close" label={t("announcement.hide")} />
				</form>
			)}
		</aside>
	);
}
