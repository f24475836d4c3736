import { useTranslation } from "react-i18next";
import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import {
	decideLaterCharges,
	decideSandboxPayment,
	SANDBOX_REASONS,
} from "../../billing/gateways/sandbox.server.ts";
import { readPurchase } from "../../billing/payments/purchases.server.ts";
import { savedCardOf } from "../../billing/renewals/renewal.server.ts";
import { rubles } from "../../billing/rubles.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import texts from "../../i18n/ru/payment-outcomes.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { config } from "../../platform/config.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { PageStyle } from "../../shell/page/page-style.tsx";
import { pageTitle } from "../../shell/page/page-title.ts";
import { Button } from "../../ui/button.tsx";
import selectCss from "../../ui/select.css?inline";
import { Select } from "../../ui/select.tsx";
import type { Route } from "./+types/sandbox";
import { Facts } from "./facts.tsx";
import { nameProduct } from "./load/purchase-view.server.ts";
import { OutcomePage } from "./outcome/outcome-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.sandbox.title);

/** The page of this payment after the decision. */
const backTo = (id: string) => `${href("/payment/success")}?payment=${encodeURIComponent(id)}`;

function onlyInSandbox(request: Request): void {
	const { pathname, search } = new URL(request.url);
	if (config.payments !== "sandbox") notFound(pathname + search);
}

export async function loader({ request, context }: Route.LoaderArgs) {
	onlyInSandbox(request);
	const { pathname, search, searchParams } = new URL(request.url);
	const id = searchParams.get("payment");
	if (!id) throw redirect(href("/payment"));
	const purchase = await readPurchase(db(), signedIn(context).id, id);
	if (!purchase) notFound(pathname + search);
	const t = getI18n(context).getFixedT("ru", "payment");
	const payment = {
		id,
		what: nameProduct(purchase.plan, t),
		sum: rubles(purchase.amount),
		asksToSave: purchase.wantsRenewal,
		hasCard: purchase.wantsRenewal && (await savedCardOf(db(), signedIn(context).id)) !== undefined,
		open: purchase.state === "started" || purchase.state === "waiting",
	};
	return data({ payment, reasons: SANDBOX_REASONS }, { headers: PRIVATE });
}

export async function action({ request, context }: Route.ActionArgs) {
	onlyInSandbox(request);
	const form = await readForm(request);
	const [id, outcome] = ["paymentId", "outcome"].map((name) => String(form.get(name) ?? ""));
	if (!id || !outcome) throw redirect(href("/payment"), 303);
	const { pathname, search } = new URL(request.url);
	const [save, later] = ["save", "later"].map((name) => form.get(name)?.toString() ?? null);
	if (outcome === "later") {
		if (!(await decideLaterCharges(db(), signedIn(context).id, id, later ?? ""))) notFound(pathname + search);
		throw redirect(href("/payment"), 303);
	}
	const decided = await decideSandboxPayment(db(), signedIn(context).id, id, outcome, { save, later });
	if (decided.outcome === "no-such-payment" || decided.outcome === "no-such-outcome")
		notFound(pathname + search);
	// The result is read from the gateway, as with a real one; also when it was decided otherwise before.
	throw redirect(backTo(id), 303);
}

/**
 * In place of a bank's page: the payer chooses what the bank would have answered. The values of the buttons are in their
 * names: a text browser would show them.
 */
export default function Sandbox({ loaderData: { payment, reasons } }: Route.ComponentProps) {
	const { t } = useTranslation("paymentOutcomes");
	const { id, what, sum, open, asksToSave, hasCard } = payment;
	/** @param id of its own, where two forms ask for it */
	const later = (id?: string) => (
		<Select name="later" id={id} label={t("sandbox.later")}>
			<option value="pay">{t("sandbox.laterPaid")}</option>
			<option value="pending">{t("sandbox.laterPending")}</option>
			{reasons.map((reason) => (
				<option key={reason} value={reason}>
					{t(`sandbox.reasons.${reason}`)}
				</option>
			))}
		</Select>
	);
	const facts = [
		[t("sandbox.order"), what],
		[t("sandbox.sum"), sum],
	] as const;
	return (
		<OutcomePage sandbox={true}>
			<PageStyle css={selectCss} />
			<Outcome
				icon="credit-card-outline"
				tone="info"
				title={t("sandbox.title")}
				text={open ? t("sandbox.text") : t("sandbox.over")}
				facts={<Facts facts={facts} />}
				other={{ to: backTo(id), text: t("sandbox.back") }}
			>
				{open && (
					<>
						<form method="post" className="sandbox-form">
							<input type="hidden" name="paymentId" value={id} />
							{asksToSave && (
								<>
									<Select name="save" label={t("sandbox.saves")}>
										<option value="yes">{t("sandbox.save.yes")}</option>
										<option value="no">{t("sandbox.save.no")}</option>
									</Select>
									{later()}
								</>
							)}
							<Button name="outcome=pay" variant="primary" block>
								{t("sandbox.pay", { sum })}
							</Button>
							<Button name="outcome=pending" block>
								{t("sandbox.pending")}
							</Button>
						</form>
						<form method="post" className="sandbox-form">
							<input type="hidden" name="paymentId" value={id} />
							<Select name="outcome" label={t("sandbox.refuseAs")}>
								{reasons.map((reason) => (
									<option key={reason} value={reason}>
										{t(`sandbox.reasons.${reason}`)}
									</option>
								))}
							</Select>
							<Button variant="error-text" block>
								{t("sandbox.refuse")}
							</Button>
						</form>
					</>
				)}
				{hasCard && (
					<form method="post" className="sandbox-form">
						<input type="hidden" name="paymentId" value={id} />
						{later("later-charges")}
						<Button name="outcome=later" block>
							{t("sandbox.setLater")}
						</Button>
					</form>
				)}
			</Outcome>
		</OutcomePage>
	);
}
