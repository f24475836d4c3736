import { useTranslation } from "react-i18next";
import { href } from "react-router";
import texts from "../../i18n/ru/auth.ts";
import { loadOutcomeText } from "../../layouts/auth/load-outcome-text.server.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/fail";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.resetFail.title);

export const loader = ({ request }: Route.LoaderArgs) =>
	loadOutcomeText(request, href("/reset-password/fail"), "down");

export default function ResetPasswordFail({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="email-alert-outline"
			tone="error"
			title={t("resetFail.title")}
			text={t(`resetFail.${loaderData.text}`)}
			main={{ to: href("/reset-password"), text: t("resetFail.retry") }}
			other={{ to: href("/login"), text: t("toLogin") }}
		/>
	);
}
