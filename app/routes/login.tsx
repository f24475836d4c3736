import { Trans, useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { stepCookie } from "../accounts/http/cookies.server.ts";
import { redirectSignedIn } from "../accounts/http/guards.server.ts";
import { findSignInStep } from "../accounts/second-factor/sign-in-steps.server.ts";
import { accountSettings } from "../accounts/services.server.ts";
import texts from "../i18n/ru/auth.ts";
import { AuthCard } from "../layouts/auth/auth-card.tsx";
import { EmailField } from "../layouts/auth/form/email-field.tsx";
import type { FormState } from "../layouts/auth/form/form-state.server.ts";
import { FormNotice } from "../layouts/auth/form/notice.tsx";
import { useProblems } from "../layouts/auth/form/use-problems.ts";
import { TextLink } from "../layouts/auth/text-link.tsx";
import { YandexButton } from "../layouts/auth/yandex/yandex-button.tsx";
import { yandexFailureOf } from "../layouts/auth/yandex/yandex-failures.server.ts";
import { YandexNotice } from "../layouts/auth/yandex/yandex-notice.tsx";
import { db } from "../platform/db/service.server.ts";
import { clearFlash, readFlash } from "../platform/http/flash-cookie.server.ts";
import { readForm } from "../platform/http/forms.server.ts";
import { PRIVATE, routeHeaders, safeReturnPath } from "../platform/http/http.server.ts";
import { listedPage } from "../shell/page/listed-page.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/field.tsx";
import type { Route } from "./+types/login";
import { finishWithCode, isSecondStep } from "./login/finish-with-code.server.ts";
import { SecondStepForm } from "./login/second-step-form.tsx";
import { signInWithPassword } from "./login/sign-in-with-password.server.ts";

export const handle = { page: "static", listed: true } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [redirectSignedIn];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	listedPage(matches, {
		title: texts.login.title,
		description: texts.login.description,
		path: href("/login"),
	});

/** `?step=code` asks for the code; where no sign-in waits for one (any more), it is the plain form that says so. */
export async function loader({ request }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/login"));
	const query = new URL(request.url).searchParams;
	const redirectTo = query.get("redirectTo");
	const wanted = query.get("step") === "code";
	const step = wanted ? await findSignInStep(db(), stepCookie.read(request)) : null;
	const expired = wanted && !step;
	return data(
		{
			step: step && { email: step.email },
			expired,
			redirectTo: redirectTo && safeReturnPath(redirectTo, ""),
			deleted: flash?.cause === "account-deleted",
			registrationOpen: accountSettings().registration === "open",
			byYandex: accountSettings().yandex !== null,
			yandexFailure: yandexFailureOf(flash?.cause),
		},
		{
			// Shown once.
			headers: flash ? { ...PRIVATE, "Set-Cookie": await clearFlash() } : PRIVATE,
			status: expired ? 403 : 200,
		},
	);
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	return isSecondStep(form)
		? finishWithCode(form, request, context)
		: signInWithPassword(form, request, context);
}

/** A returned form; `step`: from the second step. */
type LoginState = FormState & { step?: { email: string } };

const STEP_EXPIRED: LoginState = { notice: "step-expired", values: {} };

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	const problem = useProblems(actionData?.errors, ["email", "password"]);
	const values = actionData?.values;
	const redirectTo = values?.redirectTo ?? loaderData.redirectTo;
	const state: LoginState | undefined = actionData ?? (loaderData.expired ? STEP_EXPIRED : undefined);
	const step = state ? state.step : loaderData.step;
	if (step) return <SecondStepForm email={step.email} redirectTo={redirectTo} state={state} />;
	return (
		<AuthCard title={t("login.title")} sub={loaderData.deleted ? undefined : t("login.sub")}>
			<FormNotice state={state} />
			{loaderData.deleted && (
				<Banner className="auth-notice" tone="success" title={t("login.deleted")}>
					{t("login.deletedText")}
				</Banner>
			)}
			{!actionData && <YandexNotice why={loaderData.yandexFailure} />}
			{/* A session that has ended by itself leads back: then the same person goes on with what was typed. */}
			<form
				className="auth-form"
				action={href("/login")}
				method="post"
				data-forget-tab={redirectTo ? undefined : ""}
				noValidate
			>
				{redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
				<EmailField {...problem("email")} autoComplete="username" defaultValue={values?.email} />
				<div>
					<PasswordField
						{...problem("password")}
						label={t("labels.password")}
						autoComplete="current-password"
						required
					/>
					<p className="auth-recover">
						<a className="link" href={href("/reset-password")}>
							{t("login.forgot")}
						</a>
					</p>
				</div>
				<Button type="submit" variant="primary" block pendingLabel={t("login.pending")}>
					{t("login.submit")}
				</Button>
			</form>
			{loaderData.byYandex && <YandexButton redirectTo={redirectTo} />}
			{loaderData.registrationOpen && (
				<p className="auth-other">
					<Trans
						t={t}
						i18nKey="login.noAccount"
						components={{ to: <TextLink href={href("/registration")} /> }}
					/>
				</p>
			)}
		</AuthCard>
	);
}
