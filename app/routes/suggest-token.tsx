import { useTranslation } from "react-i18next";
import { href } from "react-router";
import words from "../i18n/ru/papers.ts";
import { Outcome } from "../layouts/auth/outcome.tsx";
import type { PageHandle } from "../page-handle.ts";
import { pageTitle } from "../page-title.ts";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/suggest-token";

export const handle = { page: "document" } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
	...pageTitle(matches, words.suggest.title),
	{ name: "robots", content: "noindex" },
];

/** The helper page of Yandex's instant sign-in, which this server does not offer: it says so. */
export default function SuggestToken() {
	const { t } = useTranslation("papers");
	return (
		<main id="main" className="page-wrap flex flex-1 py-8" tabIndex={-1}>
			<Outcome icon="account-key-outline" tone="primary" title={t("suggest.title")} text={t("suggest.text")}>
				<LinkButton to={href("/login")} variant="primary" block>
					{t("suggest.toLogin")}
				</LinkButton>
			</Outcome>
		</main>
	);
}
