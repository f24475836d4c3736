import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { Section } from "../section.tsx";
import type { LoadedPayment } from "./load-payment.server.ts";
import { ForWhat, Payer, shortNumber } from "./payment-words.tsx";
import { PaymentState } from "./state-chip.tsx";

const PAYMENTS = href("/admin/payments");

/** A payment: its story, its refunds, and what can be done with it. */
export function PaymentCard({ payment, story, refunds, mayAsk, mayRefund }: LoadedPayment) {
	const { t } = useTranslation("admin");
	const card = `${PAYMENTS}?payment=${payment.id}`;
	return (
		<>
			<Crumbs path={[[PAYMENTS, t("pay.title")]]}>
				{t("pay.short", { number: shortNumber(payment.id) })}
			</Crumbs>
			<div className="adm-head">
				<h1>{payment.amount}</h1>
				<PaymentState state={payment.state} />
				{mayRefund && (
					<div className="adm-acts">
						<LinkButton to={`${card}&do=refund`} variant="error-text" icon="undo-variant">
							{t("pay.refund.title")}
						</LinkButton>
					</div>
				)}
			</div>
			<div className="adm-two">
				<div>
					<PaymentStory payment={payment} story={story} />
					<PaymentRefunds refunds={refunds} />
				</div>
				<div>
					<PaymentFacts payment={payment} />
					{mayAsk && (
						<Section title={t("pay.ask.title")}>
							<form method="post" action={`${card}&do=ask`}>
								<p className="note">{t("pay.ask.text")}</p>
								<Button icon="refresh" pendingLabel={t("pay.ask.pending")}>
									{t("pay.ask.button")}
								</Button>
							</form>
						</Section>
					)}
				</div>
			</div>
		</>
	);
}

function PaymentStory({ payment, story }: Pick<LoadedPayment, "payment" | "story">) {
	const { t } = useTranslation(["admin", "payment"]);
	return (
		<Section title={t("pay.story")}>
			<ol className="story">
				{story.map(({ kind, at, offer, until, isGood }) => (
					<li key={kind} data-good={isGood || undefined}>
						<b>
							{t(`pay.events.${kind}`, {
								plan: payment.plan,
								reason: payment.reason ? t(`payment:renewal.reasons.${payment.reason}`) : "",
								state: t(`pay.receipts.${payment.receipt}`),
								until: until ?? "",
								at: at ?? "",
							})}
						</b>{" "}
						{kind !== "next" && at && (
							<small>
								{at}
								{offer && ` · ${t("pay.offer", { version: offer })}`}
							</small>
						)}
					</li>
				))}
			</ol>
		</Section>
	);
}

function PaymentRefunds({ refunds }: Pick<LoadedPayment, "refunds">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("pay.refunds")}>
			{refunds.length === 0 ? (
				<p>{t("pay.noRefunds")}</p>
			) : (
				<ol className="story">
					{refunds.map(({ id, at, amount, state, receipt }) => (
						<li key={id}>
							<b>
								{amount}: {t(`pay.refundStates.${state}`)}
							</b>{" "}
							<small>
								{at} · {t("pay.receipt").toLowerCase()} {t(`pay.receipts.${receipt}`)} ·{" "}
								<span className="mono">{id}</span>
							</small>
						</li>
					))}
				</ol>
			)}
		</Section>
	);
}

function PaymentFacts({ payment }: Pick<LoadedPayment, "payment">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("pay.facts")}>
			<dl className="dl">
				<dt>{t("pay.person")}</dt>
				<dd>
					<Payer {...payment} />
				</dd>
				<dt>{t("pay.what")}</dt>
				<dd>
					<ForWhat {...payment} />
				</dd>
				<dt>{t("pay.method")}</dt>
				<dd>{payment.method ?? t("pay.unknown")}</dd>
				<dt>{t("pay.receiptTo")}</dt>
				<dd>{payment.receiptTo}</dd>
				<dt>{t("pay.gateway")}</dt>
				<dd>{t(`pay.gateways.${payment.gateway}`)}</dd>
				<dt>{t("pay.number")}</dt>
				<dd className="mono">{payment.id}</dd>
				<dt>{t("pay.gatewayNumber")}</dt>
				<dd className="mono">{payment.gatewayId ?? t("pay.unknown")}</dd>
			</dl>
		</Section>
	);
}
