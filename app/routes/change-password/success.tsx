import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import texts from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { accountContext } from "../../platform/http/context.server.ts";
import { readFlash } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
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
		>
			{signedIn ? (
				<LinkButton to={href("/chat")} variant="primary" block>
					{t("changeSuccess.toChat")}
				</LinkButton>
			) : (
				<LinkButton to={href("/login")} variant="primary" block>
					{t("login.submit")}
				</LinkButton>
			)}
		</Outcome>
	);
}
