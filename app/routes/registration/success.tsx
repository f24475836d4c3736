import { Trans, useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { bindingCookie } from "../../accounts/http/cookies.server.ts";
import { findPendingByBinding } from "../../accounts/registration/find-pending.server.ts";
import texts from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { ResendForm } from "../../layouts/auth/resend-form.tsx";
import { TrialEmail } from "../../layouts/auth/trial-email.tsx";
import { db } from "../../platform/db/service.server.ts";
import { type Flash, readFlash, secondsUntilResend } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/success";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.registrationSuccess.title);

export async function loader({ request }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/registration/success"));
	const pending = await findPendingByBinding(db(), bindingCookie.read(request));
	const trial = {
		wait: secondsUntilResend(flash),
		trialLink: flash?.trialLink,
		trialCode: flash?.trialCode,
	};
	return data({ ...trial, ...stateOf(flash, pending) }, { headers: PRIVATE });
}

type TextKey = "sent" | "late" | "asked" | "neutral";
type Pending = Awaited<ReturnType<typeof findPendingByBinding>>;

/**
 * Just after the form the flash cookie has all data, so that the page does not distinguish a known e-mail from a new
 * one where the operator hides them; later this browser's pending registration does.
 */
function stateOf(flash: Flash | null, pending: Pending): { text: TextKey; email: string; byCode: boolean } {
	const email = flash?.email ?? pending?.email;
	if (!email) return { text: "neutral", email: "", byCode: false };
	// Requested with a typed e-mail: the same text for every e-mail, whatever this browser registered.
	if (flash?.cause === "asked") return { text: "asked", email, byCode: false };
	return { text: flash?.cause === "late" ? "late" : "sent", email, byCode: pending?.codeAlive ?? true };
}

export default function RegistrationSuccess({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	const { text, email, byCode, wait } = loaderData;
	return (
		<Outcome
			icon="email-fast-outline"
			tone="primary"
			title={t("registrationSuccess.title")}
			text={
				<Trans
					t={t}
					i18nKey={`registrationSuccess.${text}`}
					values={{ email }}
					components={{ b: <b>{email}</b> }}
				/>
			}
			note={t("spam")}
			other={{ to: href("/registration"), text: t("registrationSuccess.otherAddress") }}
		>
			<TrialEmail {...loaderData} />
			{byCode && (
				<LinkButton to={href("/verify-mail")} variant="primary" block>
					{t("registrationSuccess.byCode")}
				</LinkButton>
			)}
			<ResendForm action={href("/verify-mail")} email={email} wait={wait} />
		</Outcome>
	);
}
