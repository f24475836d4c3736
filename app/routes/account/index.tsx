import { useTranslation } from "react-i18next";
import { requireAccount } from "../../accounts/guards.server.ts";
import { accountContext } from "../../context.server.ts";
import words from "../../i18n/ru/account.ts";
import type { PageHandle } from "../../page-handle.ts";
import { pageTitle } from "../../page-title.ts";
import { readTheme } from "../../theme.ts";
import type { Route } from "./+types/index";
import "./account.css";
import { Profile } from "./profile.tsx";
import { Security } from "./security.tsx";
import { SideNav } from "./side-nav.tsx";

export const handle = { page: "application" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.title);

export function loader({ request, context }: Route.LoaderArgs) {
	return {
		email: context.get(accountContext)?.email ?? "",
		theme: readTheme(request.headers.get("Cookie")),
	};
}

export default function Account({ loaderData: { email, theme } }: Route.ComponentProps) {
	const { t } = useTranslation("account");
	return (
		<main id="main" className="page-wrap account" tabIndex={-1}>
			<h1>{t("title")}</h1>
			<div className="account-grid">
				<SideNav />
				<div className="account-cards">
					<Profile email={email} theme={theme} />
					<Security />
				</div>
			</div>
		</main>
	);
}
