import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import texts from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { ResendForm } from "../../layouts/auth/resend-form.tsx";
import { TrialEmail } from "../../layouts/auth/trial-email.tsx";
import { readFlash, secondsUntilResend } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/success";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.resetSuccess.title);

export async function loader({ request }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/reset-password/success"));
	const { email, trialLink } = flash ?? {};
	return data({ email, trialLink, wait: secondsUntilResend(flash) }, { headers: PRIVATE });
}

export default function ResetPasswordSuccess({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	const { email, trialLink, wait } = loaderData;
	return (
		<Outcome
			icon="email-fast-outline"
			tone="primary"
			title={t("resetSuccess.title")}
			text={t(email ? "resetSuccess.text" : "resetSuccess.neutral")}
			note={t("spam")}
			other={{ to: href("/login"), text: t("toLogin") }}
		>
			<TrialEmail trialLink={trialLink} />
			<ResendForm action={href("/reset-password")} email={email} wait={wait} />
		</Outcome>
	);
}
