import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import texts from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { readFlash } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/fail";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.resetFail.title);

export async function loader({ request }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/reset-password/fail"));
	return data<{ text: "down" | "neutral" }>({ text: flash ? "down" : "neutral" }, { headers: PRIVATE });
}

export default function ResetPasswordFail({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="email-alert-outline"
			tone="error"
			title={t("resetFail.title")}
			text={t(`resetFail.${loaderData.text}`)}
		>
			<LinkButton to={href("/reset-password")} variant="primary" block>
				{t("resetFail.retry")}
			</LinkButton>
			<LinkButton to={href("/login")} variant="text" block>
				{t("toLogin")}
			</LinkButton>
		</Outcome>
	);
}
