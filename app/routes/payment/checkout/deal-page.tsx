import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TestMode } from "./test-mode.tsx";

/** A page about one payment: its content, and the link back. */
export function DealPage({
	title,
	sandbox,
	back,
	children,
}: {
	title: string;
	sandbox: boolean;
	/** The words of the link back, where they are others. */
	back?: string;
	children: ReactNode;
}) {
	const { t } = useTranslation("payment");
	return (
		<main id="main" className="page-wrap deal" tabIndex={-1}>
			<Card>
				<div className="deal-head">
					<h1 className="card-title">{title}</h1>
					{sandbox && <TestMode />}
				</div>
				{children}
				<LinkButton to={href("/payment")} variant="text" block>
					{back ?? t("back")}
				</LinkButton>
			</Card>
		</main>
	);
}
