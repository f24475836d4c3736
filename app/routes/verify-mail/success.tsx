import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import texts from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { accountContext } from "../../platform/http/context.server.ts";
import { readFlash } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/success";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.verifySuccess.title);

export async function loader({ request, context }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/verify-mail/verify-mail-success"));
	return data(
		{
			// The person who registered is signed in; a session needs a confirmed e-mail, so the text is true.
			signedIn: context.get(accountContext) !== null,
			changed: flash?.cause === "email-changed",
		},
		{ headers: PRIVATE },
	);
}

export default function VerifyMailSuccess({ loaderData: { signedIn, changed } }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	const toLogin = { to: href("/login"), text: t("login.submit") };
	// The link that changes an e-mail works in any browser, also without a session.
	if (changed)
		return (
			<Outcome
				icon="email-check-outline"
				tone="success"
				title={t("verifySuccess.changedTitle")}
				text={t("verifySuccess.changed")}
				main={signedIn ? { to: href("/account"), text: t("verifySuccess.toAccount") } : toLogin}
			/>
		);
	return (
		<Outcome
			icon="email-check-outline"
			tone={signedIn ? "success" : "info"}
			title={t(signedIn ? "verifySuccess.title" : "verify.tab")}
			text={t(signedIn ? "verifySuccess.text" : "verifySuccess.neutral")}
			main={signedIn ? { to: href("/chat"), text: t("verifySuccess.start") } : toLogin}
		/>
	);
}
