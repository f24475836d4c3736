import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Facts } from "../facts.tsx";
import type { LoadedCheckout } from "../load/load-checkout.server.ts";
import { DealForm } from "./deal-form.tsx";
import { DealPage } from "./deal-page.tsx";
import { OfferNote, ReceiptEmail } from "./deal-parts.tsx";
import type { PaymentFormState } from "./payment-form.ts";
import { PaymentProblem } from "./problem.tsx";
import { PromoField } from "./promo-field.tsx";
import { RenewalBox } from "./renewal-box.tsx";

type CheckoutProps = { screen: LoadedCheckout; sandbox: boolean; state: PaymentFormState | undefined };

/** The order, and the button that pays. */
export function Checkout({ screen, sandbox, state }: CheckoutProps) {
	const { t } = useTranslation("payment");
	const { key, title, sum, quota, period, until, periods, change, offerDate, paymentId, renewal } = screen;
	const wrong = state?.problem === "email";
	const promo = state ? state.promo : screen.promo;
	const applied = promo?.applied;
	const toPay = applied?.sum ?? sum;
	return (
		<DealPage title={t("checkout.title", { title })} sandbox={sandbox}>
			<PaymentProblem state={wrong ? undefined : state} />
			<DealForm
				intent="pay"
				query={`plan=${key}`}
				fields={{
					planKey: key,
					paymentId,
					offerVersion: screen.offerVersion,
					shownPrice: String(screen.kopecks),
				}}
				button={{
					variant: "primary",
					label: t("checkout.pay", { sum: toPay }),
					pending: t("checkout.paying"),
				}}
			>
				{/* The button that Enter presses in a field. */}
				<button type="submit" hidden>
					{t("checkout.pay", { sum: toPay })}
				</button>
				{periods.length > 1 && <Periods periods={periods} />}
				<Facts
					facts={[
						[t("checkout.quota"), quota],
						[t("checkout.period"), period],
						[t("checkout.until"), applied?.until ?? until],
						...(applied
							? ([
									[t("promo.price"), applied.kopecks === screen.kopecks ? sum : <s key="price">{sum}</s>],
									[t("promo.applied", { code: promo.code }), applied.gives, <WithoutPromo key="promo" />],
								] as const)
							: []),
						[t(renewal ? "checkout.sumNow" : "checkout.sum"), <b key="sum">{toPay}</b>],
					]}
				/>
				{screen.priceSoon && <p className="deal-note">{screen.priceSoon}</p>}
				{change && <Banner>{change}</Banner>}
				{screen.later && (
					<p className="deal-note">
						<Trans
							t={t}
							i18nKey="checkout.later"
							values={{ title, day: screen.later }}
							components={{ to: <TextLink href={`${href("/payment/renewal")}?plan=${key}`} /> }}
						/>
					</p>
				)}
				{applied ? (
					<>
						<input type="hidden" name="promo" value={promo.code} />
						<input type="hidden" name="promoSum" value={applied.kopecks} />
					</>
				) : (
					<PromoField promo={promo ?? null} />
				)}
				{renewal && (
					// The terms have changed since: it is asked for anew.
					<RenewalBox
						offer={renewal}
						ticked={state?.renew === true && state.problem !== "renewal"}
						notes={[
							{
								icon: "email-fast-outline",
								text:
									renewal.ends ??
									(applied?.price
										? t("promo.thenFull", { price: applied.price, day: applied.next })
										: t("checkout.renewal.next", { day: applied?.next ?? renewal.day })),
							},
							{ icon: "close-circle-outline", text: t("checkout.renewal.cancel") },
							{ icon: "lock-outline", text: t("checkout.renewal.number") },
						]}
					/>
				)}
				<ReceiptEmail screen={screen} state={state} />
				<p className="deal-note">
					{renewal
						? renewal.kept === "soon"
							? t("renewal.soon.kept")
							: t(`checkout.renewal.without.${renewal.kept}`, { day: applied?.next ?? renewal.day })
						: t("checkout.oneOff")}
				</p>
				<OfferNote date={offerDate} />
			</DealForm>
		</DealPage>
	);
}

/**
 * The same plan for a month or a year: a form, so that what was typed below goes along. The values of the buttons are in
 * their names: a text browser would show them.
 */
function Periods({ periods }: Pick<LoadedCheckout, "periods">) {
	const { t } = useTranslation("payment");
	return (
		<fieldset className="periods" aria-label={t("choose.period")}>
			{periods.map(({ key, name, chosen }) => {
				const checkout = `${href("/payment")}?plan=${key}`;
				return chosen ? (
					<a key={key} href={checkout} aria-current>
						{name}
					</a>
				) : (
					<button key={key} type="submit" name={`promoAct=period:${key}`} formAction={checkout}>
						{name}
					</button>
				);
			})}
		</fieldset>
	);
}

/** The button that does without the code. */
function WithoutPromo() {
	const { t } = useTranslation("payment");
	return (
		<Button variant="text" size="sm" name="promoAct=remove">
			{t("promo.remove")}
		</Button>
	);
}
