import { useTranslation } from "react-i18next";
import { href, useRouteLoaderData } from "react-router";
import type { RootLoader } from "../page/root-data.server.ts";
import { TrialChip } from "./trial-chip.tsx";

/** The footer of every page but the chat and the auth screens. */
export function SiteFooter() {
	const { t } = useTranslation();
	const root = useRouteLoaderData<RootLoader>("root");
	const appName = root?.appName ?? t("appName");
	// Without the root's data this is an error page, which is never hydrated.
	const year = root?.year ?? new Date().getFullYear();
	return (
		<footer className="mt-auto border-t border-outline-soft print:hidden">
			<div className="page-wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-6 text-small text-text-3">
				<p className="mr-auto">
					{t("footer.rights", { year, appName })} <TrialChip className="ml-2 sm:max-md:hidden xl:hidden" />
				</p>
				<nav aria-label={t("footer.legal")} className="flex flex-wrap gap-x-6">
					<a className="link-quiet" href={href("/oferta")}>
						{t("footer.offer")}
					</a>{" "}
					<a className="link-quiet" href={href("/privacy")}>
						{t("footer.privacy")}
					</a>{" "}
					<a className="link-quiet" href={href("/contacts")}>
						{t("footer.contacts")}
					</a>
				</nav>
			</div>
		</footer>
	);
}
