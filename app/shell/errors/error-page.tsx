import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation, useRouteLoaderData } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { LogoGlyph } from "../../ui/logo.tsx";
import type { RootLoader } from "../page/root-data.server.ts";
import { SiteFooter } from "../site/site-footer.tsx";
import { PlainHeader } from "../site/site-header.tsx";
import { type Explanation, explainError } from "./explain-error.ts";

/**
 * The page for every uncaught error: code, message, description, a heading in Russian and a link home (S-2.28 to
 * S-2.34). It is outside the layouts, which may be what failed, and keeps the theme.
 */
export function ErrorPage({ error }: { error: unknown }) {
	const { t } = useTranslation(["errors", "common"]);
	const { pathname, search } = useLocation();
	const root = useRouteLoaderData<RootLoader>("root");
	const appName = root?.appName ?? t("common:appName");
	const explanation = explainError(error);
	const { status, kind } = explanation;
	const requestId = explanation.requestId ?? (kind === "broken" ? root?.requestId : undefined);
	const here = pathname + search;
	// An unmatched path comes without a sentence of its own; its wording is specified.
	const detail = explanation.detail ?? (status === 404 ? `Page not found: ${here}` : undefined);
	return (
		<div className="screen">
			<title>{t("common:titled", { title: t(`kinds.${kind}.title`), appName })}</title>
			<meta name="robots" content="noindex" />
			<PlainHeader />
			<main id="main" className="page-wrap grid place-items-center py-8 text-center">
				<div className="max-w-xl min-w-0 w-full">
					{/* Without a connection there is no response from a server. */}
					{kind !== "offline" && <StatusCode status={status} />}
					{isForm(kind) || kind === "offline" ? null : (
						<p className="mt-6 text-caption text-text-3" lang="en">
							{t(status === 404 ? "notFound" : "serverError")}
						</p>
					)}
					<h1 className={isForm(kind) ? "mt-6 text-h2" : "mt-1 text-h2"}>{t(`kinds.${kind}.title`)}</h1>
					<p className="mx-auto mt-3 max-w-md text-lead text-text-2 max-md:text-body">
						{t(`kinds.${kind}.text`)}
					</p>
					{detail && <Detail lang={status === 404 ? "en" : undefined}>{detail}</Detail>}
					{requestId && <Detail>{t("requestCode", { code: requestId })}</Detail>}
					<div className="mt-8 flex flex-wrap justify-center gap-2">
						<RecoveryLinks status={status} kind={kind} here={here} />
					</div>
				</div>
			</main>
			<SiteFooter />
		</div>
	);
}

/** The code in large figures, each zero drawn as the logo. A text browser shows it as text. */
function StatusCode({ status }: { status: number }) {
	return (
		<p className="error-code" role="img" aria-label={String(status)}>
			{[...String(status)].map((digit, index) =>
				digit === "0" ? (
					// biome-ignore lint/suspicious/noArrayIndexKey: figures have no other identity than their index
					<span key={index}>
						<LogoGlyph />
						<span className="sr-only">0</span>
					</span>
				) : (
					// biome-ignore lint/suspicious/noArrayIndexKey: as above
					<span key={index}>{digit}</span>
				),
			)}
		</p>
	);
}

const Detail = ({ lang, children }: { lang?: string | undefined; children: ReactNode }) => (
	<p className="mt-4">
		<code className="error-detail" lang={lang}>
			{children}
		</code>
	</p>
);

/** A refused form is no failure: the only kind without an English name. */
const isForm = (kind: Explanation["kind"]) => kind === "crossOriginForm" || kind === "unknownOriginForm";

/**
 * A server error may be temporary, so its page offers a reload; a form can be sent again; otherwise the link leads
 * home.
 */
function RecoveryLinks({ status, kind, here }: Pick<Explanation, "status" | "kind"> & { here: string }) {
	const { t } = useTranslation("errors");
	const mayPass = status >= 500 || status === 429;
	// There what was typed in a chat that is deleted is taken over.
	const gone = /^\/chat\?c=([\w-]{36})/.exec(here)?.[1];
	return (
		<>
			{mayPass && (
				<LinkButton to={here} variant="primary" icon="refresh">
					{t("reload")}
				</LinkButton>
			)}
			{isForm(kind) && (
				<LinkButton to={here} variant="primary">
					{t("backToForm")}
				</LinkButton>
			)}
			<LinkButton to={href("/")} variant={mayPass || isForm(kind) ? "gray" : "primary"}>
				{t("home")}
			</LinkButton>
			{kind === "missing" && (
				<LinkButton to={href("/chat") + (gone ? `?deleted=${gone}` : "")}>{t("chat")}</LinkButton>
			)}
		</>
	);
}
