import { useTranslation } from "react-i18next";
import { href } from "react-router";
import texts from "../../i18n/ru/auth.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/account-already-exists";

export const handle = { page: "static" } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.accountExists.title);

/** The same page for everybody: it names no e-mail and reads no flash cookie (docs/security.md, check 2). */
export default function AccountAlreadyExists() {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="account-check-outline"
			tone="info"
			title={t("accountExists.title")}
			text={t("accountExists.text")}
			main={{ to: href("/login"), text: t("login.submit") }}
			other={{ to: href("/reset-password"), text: t("accountExists.recover") }}
		/>
	);
}
