import { useTranslation } from "react-i18next";
import { data, href, type RouterContextProvider } from "react-router";
import { clientOf } from "../../accounts/http/client.server.ts";
import { renewalOf } from "../../billing/renewals/renewal.server.ts";
import {
	findStoppable,
	isLinkTooOld,
	type Stoppable,
	stopRenewal,
	unlinkCard,
} from "../../billing/renewals/turn-off.server.ts";
import { paymentContext } from "../../billing/services.server.ts";
import texts from "../../i18n/ru/payment-outcomes.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { comingDayOf, minuteOf } from "../../platform/dates/dates.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { accountContext } from "../../platform/http/context.server.ts";
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
export async function loader({ request, context }: Route.LoaderArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const renewal = token ? await findStoppable(db(), token, Date.now()) : null;
	if (!renewal) return data(await deadLink(token, context), { headers: PRIVATE });
	const charging = (await renewalOf(db(), renewal.accountId))?.state === "charging";
	return data({ ...viewOf(renewal, token), charging }, { headers: PRIVATE });
}

type Context = Readonly<RouterContextProvider>;
const isSignedIn = (context: Context) => context.get(accountContext) !== null;

const deadLink = async (token: string, context: Context) => ({
	step: "dead-link" as const,
	isOld: token !== "" && (await isLinkTooOld(db(), token, Date.now())),
	isSignedIn: isSignedIn(context),
});

/** The link of the e-mail is enough, without signing in: it can only turn the renewal off, and delete the card. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	const token = String(form.get("token") ?? "");
	const renewal = await findStoppable(db(), token, Date.now());
	if (!renewal) return data(await deadLink(token, context), { headers: PRIVATE });
	const { accountId, card } = renewal;
	const client = clientOf(request, context);
	const unlinked =
		form.get("unlink") === "on" && card
			? await unlinkCard(db(), paymentContext(), accountId, card.id, client)
			: null;
	const isUnlinked = unlinked?.outcome === "unlinked";
	const done = isUnlinked ? unlinked : await stopRenewal(db(), paymentContext(), accountId, client);
	const { plan, until, isOver } = viewOf(renewal, "");
	const stopped = {
		step: "stopped" as const,
		plan,
		until,
		isOver,
		isUnlinked,
		charging: "charging" in done && done.charging,
		moment: minuteOf(Date.now()),
		isSignedIn: isSignedIn(context),
	};
	return data(stopped, { headers: PRIVATE });
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
	// One that is on its way to the bank may still be made.
	const charges =
		view.step === "dead-link" ? "" : t(view.charging ? "stopRenewal.charging" : "stopRenewal.nothing");
	if (view.step === "ask")
		return (
			<OutcomePage sandbox={false}>
				<PageStyle css={checkboxCss} />
				<Outcome
					icon="credit-card-outline"
					tone="info"
					title={t("stopRenewal.ask", { plan: view.plan })}
					text={t(view.isOver ? "stopRenewal.textOver" : "stopRenewal.text", { ...view, charges })}
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
				moment: view.moment,
				charges,
				paid: t(view.isOver ? "stopRenewal.isOver" : "stopRenewal.lasts", view),
			})
		: t(view.isOld ? "stopRenewal.old" : "stopRenewal.dead");
	// Who is not signed in is asked to on the way there.
	const toSignIn = isStopped ? "stopRenewal.signIn" : "stopRenewal.signInToCheck";
	return (
		<OutcomePage sandbox={false}>
			<Outcome
				icon={isStopped ? "check-bold" : "alert-outline"}
				tone={isStopped ? "success" : "info"}
				title={t(isStopped ? "stopRenewal.done" : "stopRenewal.deadTitle")}
				text={stopped}
				main={{ to: href("/payment"), text: t(view.isSignedIn ? "stopRenewal.toPayment" : toSignIn) }}
			/>
		</OutcomePage>
	);
}
