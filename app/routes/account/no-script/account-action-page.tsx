import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { AccountNoticeBanner } from "../form/account-notice-banner.tsx";
import type { Screen } from "../load/load-screen.server.ts";
import { DoneMessage } from "../sections/done-message.tsx";

export type ActionPageProps = { screen: Screen; state: AccountFormState | undefined };

type PageProps = ActionPageProps & { title: string; text: ReactNode; children: ReactNode };

/** The page of one action: its description, its form, and the link back. */
export function ActionPage({ screen, state, title, text, children }: PageProps) {
	const { t } = useTranslation("account");
	return (
		<main id="main" className="page-wrap action-page" tabIndex={-1}>
			<DoneMessage flash={screen.flash} />
			<Card>
				<CardTitle as="h1" sub={text}>
					{title}
				</CardTitle>
				<AccountNoticeBanner state={state} />
				{children}
				<LinkButton to={href("/account")} variant="text" block>
					{t("toAccount")}
				</LinkButton>
			</Card>
		</main>
	);
}
