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
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.changeSuccess.title);

export async function loader({ request, context }: Route.LoaderArgs) {
	const flash = await readFlash(request, href("/change-password/success"));
	const text = flash?.cause === "token" ? "byToken" : flash?.cause === "session" ? "bySession" : "neutral";
	return data(
		{ text: text as "byToken" | "bySession" | "neutral", signedIn: context.get(accountContext) !== null },
		{ headers: PRIVATE },
	);
}

export default function ChangePasswordSuccess({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("auth");
	const { text, signedIn } = loaderData;
	return (
		<Outcome
			icon="lock-check-outline"
			tone={text === "neutral" ? "info" : "success"}
			title={t(text === "neutral" ? "changeSuccess.neutralTitle" : "changeSuccess.title")}
			text={t(`changeSuccess.${text}`)}
			main={
				signedIn
					? { to: href("/chat"), text: t("changeSuccess.toChat") }
					: { to: href("/login"), text: t("login.submit") }
			}
		/>
	);
}
