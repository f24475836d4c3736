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

export default function VerifyMailSuccess({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	if (loaderData.changed) return <EmailChanged signedIn={loaderData.signedIn} />;
	if (!loaderData.signedIn) {
		return (
			<Outcome
				icon="email-check-outline"
				tone="info"
				title={t("verify.tab")}
				text={t("verifySuccess.neutral")}
				main={{ to: href("/login"), text: t("login.submit") }}
			/>
		);
	}
	return (
		<Outcome
			icon="email-check-outline"
			tone="success"
			title={t("verifySuccess.title")}
			text={t("verifySuccess.text")}
			main={{ to: href("/chat"), text: t("verifySuccess.start") }}
		/>
	);
}

/** The account's e-mail was changed. The link works in any browser, also without a session. */
function EmailChanged({ signedIn }: { signedIn: boolean }) {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="email-check-outline"
			tone="success"
			title={t("verifySuccess.changedTitle")}
			text={t("verifySuccess.changed")}
			main={{
				to: href(signedIn ? "/account" : "/login"),
				text: signedIn ? t("verifySuccess.toAccount") : t("login.submit"),
			}}
		/>
	);
}
