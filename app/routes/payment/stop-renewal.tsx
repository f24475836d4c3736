import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { clientOf } from "../../accounts/http/client.server.ts";
import {
	findStoppable,
	type Stoppable,
	stopRenewal,
	unlinkCard,
} from "../../billing/renewals/turn-off.server.ts";
import { paymentContext } from "../../billing/services.server.ts";
import texts from "../../i18n/ru/payment-outcomes.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { comingDayOf } from "../../platform/dates/dates.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { PageStyle } from "../../shell/page/page-style.tsx";
import { pageTitle } from "../../shell/page/page-title.ts";
import { Button } from "../../ui/button.tsx";
import checkboxCss from "../../ui/checkbox.css?inline";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { Route } from "./+types/stop-renewal";
import { OutcomePage } from "./outcome/outcome-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.stopRenewal.title);

/** Changes nothing: mail scanners open links. */
export async function loader({ request }: Route.LoaderArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const renewal = token ? await findStoppable(db(), token, Date.now()) : null;
	return data(renewal ? viewOf(renewal, token) : { step: "dead-link" as const }, { headers: PRIVATE });
}

/** The link of the e-mail is enough, without signing in: it can only turn the renewal off, and delete the card. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	const renewal = await findStoppable(db(), String(form.get("token") ?? ""), Date.now());
	if (!renewal) return data({ step: "dead-link" as const }, { headers: PRIVATE });
	const { accountId, card } = renewal;
	const client = clientOf(request, context);
	const unlinked =
		form.get("unlink") === "on" && card
			? await unlinkCard(db(), paymentContext(), accountId, card.id, client)
			: null;
	if (unlinked?.outcome !== "unlinked") await stopRenewal(db(), paymentContext(), accountId, client);
	const { plan, until, isOver } = viewOf(renewal, "");
	const isUnlinked = unlinked?.outcome === "unlinked";
	return data({ step: "stopped" as const, plan, until, isOver, isUnlinked }, { headers: PRIVATE });
}

const viewOf = ({ plan, account, card, paidUntil, isOver }: Stoppable, token: string) => ({
	step: "ask" as const,
	token,
	plan,
	account,
	card: card?.title ?? null,
	until: comingDayOf(paidUntil, Date.now()),
	isOver,
});

export default function StopRenewal({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("paymentOutcomes");
	const view = actionData ?? loaderData;
	if (view.step === "ask")
		return (
			<OutcomePage sandbox={false}>
				<PageStyle css={checkboxCss} />
				<Outcome
					icon="credit-card-outline"
					tone="info"
					title={t("stopRenewal.ask", { plan: view.plan })}
					text={t(view.isOver ? "stopRenewal.textOver" : "stopRenewal.text", view)}
				>
					<form method="post" className="sandbox-form">
						<input type="hidden" name="token" value={view.token} />
						{view.card && <Checkbox name="unlink">{t("stopRenewal.unlink", { card: view.card })}</Checkbox>}
						<Button variant="primary" block>
							{t("stopRenewal.stop")}
						</Button>
					</form>
				</Outcome>
			</OutcomePage>
		);
	const isStopped = view.step === "stopped";
	const stopped = isStopped
		? t(view.isUnlinked ? "stopRenewal.unlinked" : "stopRenewal.stopped", {
				paid: t(view.isOver ? "stopRenewal.isOver" : "stopRenewal.lasts", view),
			})
		: t("stopRenewal.dead");
	return (
		<OutcomePage sandbox={false}>
			<Outcome
				icon={isStopped ? "check-bold" : "alert-outline"}
				tone={isStopped ? "success" : "info"}
				title={t(isStopped ? "stopRenewal.done" : "stopRenewal.deadTitle")}
				text={stopped}
				main={{ to: href("/payment"), text: t("stopRenewal.toPayment") }}
			/>
		</OutcomePage>
	);
}
