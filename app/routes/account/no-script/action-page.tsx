import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { ActNotice } from "../form/action-notice.tsx";
import { Said } from "../sections/said.tsx";
import type { ActPageProps } from "./action-pages.tsx";

type PageProps = ActPageProps & { title: string; text: ReactNode; children: ReactNode };

/** The page of one action: its description, its form, and the link back. */
export function ActPage({ screen, state, title, text, children }: PageProps) {
	const { t } = useTranslation("account");
	return (
		<main id="main" className="page-wrap act-page" tabIndex={-1}>
			<Said happened={screen.happened} />
			<Card>
				<CardTitle as="h1" sub={text}>
					{title}
				</CardTitle>
				<ActNotice state={state} />
				{children}
				<LinkButton to={href("/account")} variant="text" block>
					{t("toAccount")}
				</LinkButton>
			</Card>
		</main>
	);
}
