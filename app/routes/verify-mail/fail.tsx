import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { bindingCookie } from "../../accounts/http/cookies.server.ts";
import { findPendingByBinding } from "../../accounts/registration/find-pending.server.ts";
import texts from "../../i18n/ru/auth.ts";
import { EmailForm } from "../../layouts/auth/email-form.tsx";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { db } from "../../platform/db/service.server.ts";
import { readFlash } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { Button } from "../../ui/button.tsx";
import { NotEmpty } from "../../ui/not-empty.tsx";
import type { Route } from "./+types/fail";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.verifyFail.title);

export async function loader({ request }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/verify-mail/verify-mail-fail"));
	const pending = await findPendingByBinding(db(), bindingCookie.read(request));
	return data({ text: textOf(flash?.cause), own: pending !== null }, { headers: PRIVATE });
}

function textOf(cause: string | undefined): "link" | "code" | "nothingPending" | "taken" | "neutral" {
	if (cause === "dead-link") return "link";
	if (cause === "email-taken") return "taken";
	if (cause === "dead-code") return "code";
	if (cause === "nothing-pending") return "nothingPending";
	return "neutral";
}

export default function VerifyMailFail({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	const { text, own } = loaderData;
	const action = href("/verify-mail");
	if (text === "taken") return <EmailTaken />;
	return (
		<Outcome
			icon="link-variant-off"
			tone="error"
			title={t(text === "code" || text === "nothingPending" ? "verifyFail.codeTitle" : "verifyFail.title")}
			text={t(`verifyFail.${text}`)}
			other={{ to: href("/login"), text: t("login.submit") }}
		>
			{own ? (
				<form action={action} method="post">
					<NotEmpty />
					<Button type="submit" variant="primary" block pendingLabel={t("sending")}>
						{t("verifyFail.send")}
					</Button>
				</form>
			) : (
				<EmailForm action={action} submit={t("verifyFail.send")} />
			)}
		</Outcome>
	);
}

/** Another account has got the address since the change was requested: a new e-mail would not help. */
function EmailTaken() {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="email-alert-outline"
			tone="error"
			title={t("verifyFail.takenTitle")}
			text={t("verifyFail.taken")}
			main={{ to: href("/account"), text: t("verifySuccess.toAccount") }}
		/>
	);
}
