import { useTranslation } from "react-i18next";
import { useLocation, useRouteLoaderData } from "react-router";
import { type Explanation, explainError } from "../../../shell/errors/explain-error.ts";
import type { RootLoader } from "../../../shell/page/root-data.server.ts";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Empty } from "../empty.tsx";
import type { loader as frameLoader } from "../frame.tsx";

/** In place of a screen: a refusal, an address without a screen, or a failure with a way to try again. */
export function FailedScreen({ error }: { error: unknown }) {
	const { t } = useTranslation(["admin", "errors", "common"]);
	const root = useRouteLoaderData<RootLoader>("root");
	const explanation = explainError(error);
	const { kind, status } = explanation;
	const title = kind === "forbidden" ? t("failed.forbidden") : t(`errors:kinds.${kind}.title`);
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<title>{t("common:titled", { title, appName: root?.appName ?? t("common:appName") })}</title>
			<div className="adm-head">
				<h1>{title}</h1>
			</div>
			{status < 500 ? (
				<Card padding="none" aria-label={title}>
					<Refusal {...explanation} />
				</Card>
			) : (
				<Card aria-label={title}>
					<Failure {...explanation} />
				</Card>
			)}
			{/* The words of the specification (S-2.29 to S-2.33). */}
			<p className="note" lang="en">
				{status} {t(status === 404 ? "errors:notFound" : "errors:serverError")}
			</p>
		</main>
	);
}

/** A screen that the role may not see, or an address that does not exist; trying again changes nothing. */
function Refusal({ kind, detail }: Explanation) {
	const { t } = useTranslation(["admin", "errors"]);
	const frame = useRouteLoaderData<typeof frameLoader>("routes/admin/frame");
	const first = frame?.sections[0];
	const { pathname, search } = useLocation();
	const isOfRole = kind === "forbidden";
	return (
		<Empty
			icon={isOfRole ? "lock-outline" : "magnify"}
			title={isOfRole ? t("failed.notYours") : pathname + search}
			text={(isOfRole && detail) || t(`errors:kinds.${kind}.text`)}
		>
			{first && (
				<LinkButton to={first === "overview" ? "/admin" : `/admin/${first}`}>
					{t("failed.toSection", { section: t(`nav.${first}`) })}
				</LinkButton>
			)}
		</Empty>
	);
}

/** Search and filters stand in the address, so that trying again keeps them. */
function Failure({ kind, requestId }: Explanation) {
	const { t } = useTranslation(["admin", "errors"]);
	const root = useRouteLoaderData<RootLoader>("root");
	const { pathname, search } = useLocation();
	const code = requestId ?? (kind === "broken" ? root?.requestId : undefined);
	return (
		<Banner tone="error" title={t("failed.title")}>
			{t(kind === "broken" ? "failed.broken" : "failed.busy")} {t("failed.kept")}
			{code && (
				<p>
					<code>{t("errors:requestCode", { code })}</code>
				</p>
			)}
			<p className="banner-acts">
				<LinkButton to={pathname + search}>{t("failed.again")}</LinkButton>
			</p>
		</Banner>
	);
}
