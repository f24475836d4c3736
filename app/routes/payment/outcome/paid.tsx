import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { Outcome } from "../../../layouts/auth/outcome.tsx";
import { Facts } from "../facts.tsx";
import type { PaidOutcome } from "../load/load-outcome.server.ts";

/** The payment succeeded. */
export function Paid({
	paid: { title, isPlan, plan, sum, until, follows, receipt, email, renewal, returning },
}: {
	paid: PaidOutcome;
}) {
	const { t } = useTranslation("paymentOutcomes");
	// The page may be opened again long after it.
	const lasting = isPlan ? (follows ? "paid.later" : "paid.text") : "paid.messages";
	const textKey = until ? lasting : isPlan ? "paid.over" : "paid.messagesOver";
	return (
		<Outcome
			icon={returning ? "undo-variant" : "check-bold"}
			tone={returning ? "info" : "success"}
			title={t(returning ? "paid.returning" : "paid.title")}
			text={
				<>
					{returning ? t("paid.returningText", returning) : t(textKey, { title })}{" "}
					<Trans t={t} i18nKey={`paid.receipt.${receipt}`} values={{ email }} components={{ b: <b /> }} />
				</>
			}
			note={renewal}
			facts={
				<Facts
					facts={[
						[t(isPlan ? "paid.plan" : "paid.what"), plan],
						[t("paid.sum"), sum],
						...(until ? ([[t("paid.until"), until]] as const) : []),
					]}
				/>
			}
			main={{ to: href("/chat"), text: t("paid.toChat") }}
			other={{ to: href("/payment"), text: t("paid.history") }}
		/>
	);
}
