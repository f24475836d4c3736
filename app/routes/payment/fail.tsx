import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireAccount } from "../../accounts/guards.server.ts";
import words from "../../i18n/ru/payment.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageTitle } from "../../page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/fail";

export const handle = { page: "document" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.fail.title);

// A guarded screen has a loader, so that the guard runs on every way to it.
export const loader = () => null;

/** There is no payment behind it yet, so it speaks of payments in general and claims nothing. */
export default function PaymentFail() {
	const { t } = useTranslation("payment");
	return (
		<main id="main" className="page-wrap flex flex-1 py-8" tabIndex={-1}>
			<Outcome icon="credit-card-off-outline" tone="error" title={t("fail.title")} text={t("fail.text")}>
				<Banner tone="warning" className="mb-4">
					{t("fail.advice")}
				</Banner>
				<LinkButton to={href("/payment")} variant="primary" block>
					{t("fail.toPayment")}
				</LinkButton>
				<LinkButton to={href("/chat")} variant="text" block>
					{t("fail.toChat")}
				</LinkButton>
			</Outcome>
		</main>
	);
}
