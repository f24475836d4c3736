import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import words from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { SendAgain } from "../../layouts/auth/send-again.tsx";
import { TrialLetter } from "../../layouts/auth/trial-letter.tsx";
import { readFlash, secondsUntilResend } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/success";

export const handle = { page: "document" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.resetSuccess.title);

export async function loader({ request }: Route.LoaderArgs) {
	const happened = await readFlash(request, href("/reset-password/success"));
	const { email, trialLink } = happened ?? {};
	return data({ email, trialLink, wait: secondsUntilResend(happened) }, { headers: PRIVATE });
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
			hint={t("spam")}
		>
			<TrialLetter trialLink={trialLink} />
			{email ? (
				<SendAgain action={href("/reset-password")} email={email} wait={wait} />
			) : (
				<LinkButton to={href("/reset-password")} block>
					{t("again")}
				</LinkButton>
			)}
			<LinkButton to={href("/login")} variant="text" block>
				{t("toLogin")}
			</LinkButton>
		</Outcome>
	);
}
