import { useTranslation } from "react-i18next";
import { href } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { requestReset } from "../../accounts/password/recover.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import texts from "../../i18n/ru/auth.ts";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import { EmailForm } from "../../layouts/auth/email-form.tsx";
import { emailField } from "../../layouts/auth/form/fields.server.ts";
import { invalidForm, tryLater } from "../../layouts/auth/form/form-state.server.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { db } from "../../platform/db/service.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { parseForm, readForm } from "../../platform/http/forms.server.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/index";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.reset.title);

const resetForm = v.object({ email: emailField });

/** For a well-formed e-mail the result is the same whether it has an account or not. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = parseForm(resetForm, await readForm(request));
	if (!form.ok) return invalidForm(form);
	const { email } = form.value;
	const asked = await requestReset(db(), accountSettings(), email, clientOf(request, context));
	switch (asked.outcome) {
		case "accepted": {
			const screen = href("/reset-password/success");
			return seeOther(screen, await setFlash(screen, "accepted", { email, trialLink: asked.trialLink }));
		}
		case "mail-server-down": {
			const screen = href("/reset-password/fail");
			return seeOther(screen, await setFlash(screen, asked.outcome));
		}
		case "too-many-attempts":
			return tryLater({ values: form.values }, asked.retryAfterSeconds, "email-wait");
	}
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	return (
		<AuthCard title={t("reset.title")} sub={t("reset.sub")}>
			<FormNotice state={actionData} />
			<EmailForm action={href("/reset-password")} state={actionData} submit={t("reset.submit")} />
			<p className="auth-other">
				<LinkButton to={href("/login")} variant="text" icon="arrow-left">
					{t("toLogin")}
				</LinkButton>
			</p>
		</AuthCard>
	);
}
