import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Outcome } from "../../../layouts/auth/outcome.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Facts } from "../facts.tsx";
import type { CheckingOutcome } from "../load/load-outcome.server.ts";

/**
 * The gateway has no result yet. The page polls: with script it changes only when its content does, without script it
 * reloads.
 */
export function Checking({ outcome }: { outcome: CheckingOutcome }) {
	const { t } = useTranslation("paymentOutcomes");
	const { id, plan, sum, seconds, toPay } = outcome;
	const here = `${href("/payment/success")}?payment=${id}`;
	return (
		<Outcome
			icon="timer-sand"
			tone="info"
			title={t("checking.title")}
			text={t("checking.text")}
			facts={
				<Facts
					facts={[
						[t("paid.plan"), plan],
						[t("paid.sum"), sum],
					]}
				/>
			}
			other={{ to: href("/payment"), text: t("checking.toPayment") }}
		>
			<noscript>
				<meta httpEquiv="refresh" content={`${seconds}; url=${here}`} />
			</noscript>
			<span hidden data-poll-seconds={seconds} />
			<LinkButton to={here} variant="primary" block>
				{t("checking.checkNow")}
			</LinkButton>
			{toPay && (
				<LinkButton to={toPay} block>
					{t("checking.toPay")}
				</LinkButton>
			)}
		</Outcome>
	);
}
