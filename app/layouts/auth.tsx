import { useTranslation } from "react-i18next";
import { href, Outlet, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import { AnnouncementBar } from "../shell/announcement/announcement-bar.tsx";
import { PageStyle } from "../shell/page/page-style.tsx";
import { ThemeToggle } from "../shell/site/theme-toggle.tsx";
import { TrialChip } from "../shell/site/trial-chip.tsx";
import { Logo, LogoGlyph, LogoMark } from "../ui/logo.tsx";
import css from "./auth.css?inline";

/** The auth screens: a card on the left; the brand panel, from 1024 px, on the right. */
export default function AuthLayout() {
	const { t } = useTranslation(["auth", "common"]);
	const appName = useRouteLoaderData<typeof rootLoader>("root")?.appName ?? t("common:appName");
	return (
		<div className="auth">
			<PageStyle css={css} />
			<div className="auth-column">
				<header className="auth-top">
					<Logo name={appName} label={t("common:toHome", { appName })} href={href("/")} /> <TrialChip />
					<ThemeToggle />
				</header>
				<AnnouncementBar />
				<main id="main" className="auth-main">
					<Outlet />
				</main>
				<footer className="auth-foot">
					<a className="link-quiet" href={href("/oferta")}>
						{t("legal.offer")}
					</a>{" "}
					<a className="link-quiet" href={href("/privacy")}>
						{t("legal.privacy")}
					</a>
				</footer>
			</div>
			<BrandPanel />
		</div>
	);
}

/** A picture of an example conversation. Nothing in it is interactive, and it is not read aloud. */
function BrandPanel() {
	const { t } = useTranslation("auth");
	return (
		<aside className="brand-panel" aria-hidden="true">
			<LogoGlyph className="brand-ghost" dot="plain" />
			<div className="brand-body">
				<div className="brand-talk">
					<p className="brand-question">{t("brand.question")}</p>
					<div className="brand-answer">
						<LogoMark />
						<div className="brand-sheet">
							<p>{t("brand.answer")}</p>
							<p className="brand-quote">{t("brand.quote")}</p>
						</div>
					</div>
				</div>
				<div>
					<p className="brand-motto">{t("brand.motto")}</p>
					<p className="brand-lead">{t("brand.lead")}</p>
				</div>
			</div>
		</aside>
	);
}
