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
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.registrationFail.title);

export async function loader({ request }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/registration/fail"));
	return data<{ text: "refused" | "neutral" }>({ text: flash ? "refused" : "neutral" }, { headers: PRIVATE });
}

export default function RegistrationFail({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="account-alert-outline"
			tone="error"
			title={t("registrationFail.title")}
			text={t(`registrationFail.${loaderData.text}`)}
		>
			<LinkButton to={href("/registration")} variant="primary" block>
				{t("registrationFail.retry")}
			</LinkButton>
			<LinkButton to={href("/login")} variant="text" block>
				{t("login.submit")}
			</LinkButton>
		</Outcome>
	);
}
