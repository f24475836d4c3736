import { href } from "react-router";
import { isYearly } from "../billing/plans/plan.server.ts";
import { compareViews, everyDays, planView } from "../billing/plans/plan-view.server.ts";
import { freePlan, plansOnOffer } from "../billing/plans/plans.server.ts";
import { hasModel } from "../chat/services.server.ts";
import { getI18n } from "../i18n/middleware.server.ts";
import texts from "../i18n/ru/home.ts";
import { drawIcons } from "../icons/draw-icons.server.ts";
import { appName, lookInForce } from "../operator/look/look-in-force.server.ts";
import { config } from "../platform/config.server.ts";
import { accountContext } from "../platform/http/context.server.ts";
import { listedPage } from "../shell/page/listed-page.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import { PageStyle } from "../shell/page/page-style.tsx";
import type { Route } from "./+types/home";
import type { Entrance } from "./home/actions.tsx";
import { CallToAction } from "./home/call-to-action.tsx";
import { Examples } from "./home/examples/examples.tsx";
import { Features } from "./home/features.tsx";
import { Hero } from "./home/hero.tsx";
import css from "./home/home.css?inline";
import { PlansPart } from "./home/plans-part.tsx";
import { Questions } from "./home/questions.tsx";
import { whyNotSold } from "./payment/load/availability.server.ts";

export const handle = { page: "static", listed: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	listedPage(matches, {
		title: texts.title,
		description: loaderData?.landing.description ?? texts.description,
		path: href("/"),
	});

export async function loader({ context }: Route.LoaderArgs) {
	const i18n = getI18n(context);
	const t = i18n.getFixedT("ru", "payment");
	const shown = plansOnOffer().filter((plan) => !isYearly(plan));
	return {
		appName: appName(),
		/** The operator's own texts, and what is not shown. */
		landing: lookInForce().landing,
		/**
		 * The main button: to the chat for a signed-in person, else to registration, or to sign-in where registration is
		 * closed.
		 */
		entrance: entranceFor(context.get(accountContext) !== null),
		/** Paid plans are not offered without a model to use them for. */
		notSold: whyNotSold(),
		/** Whether there is a model that reads files. */
		readsFiles: hasModel(),
		/** Whether a bought plan may renew itself. */
		renewable: config.renewal,
		free: i18n.t("home:hero.free", { count: freePlan().quota.messages, every: everyDays(freePlan(), t) }),
		...compareViews(shown.map((plan) => planView(plan, t))),
		icons: await drawIcons(shown.flatMap(({ icon }) => icon ?? [])),
	};
}

const entranceFor = (signedIn: boolean): Entrance =>
	signedIn ? "chat" : config.registration === "open" ? "registration" : "login";

export default function Home({ loaderData }: Route.ComponentProps) {
	const { appName, entrance, free, plans, shared, notSold, renewable, icons, landing } = loaderData;
	const hidden = new Set(landing.hidden);
	return (
		<main id="main" tabIndex={-1}>
			<PageStyle css={css} />
			<Hero appName={appName} free={free} entrance={entrance} texts={landing} />
			{!hidden.has("examples") && <Examples />}
			<Features readsFiles={loaderData.readsFiles} />
			{!hidden.has("plans") && (
				<PlansPart
					plans={plans}
					shared={shared}
					icons={icons}
					entrance={entrance}
					notSold={notSold}
					renewable={renewable}
				/>
			)}
			{!hidden.has("faq") && <Questions renewable={renewable} />}
			<CallToAction entrance={entrance} label={landing.button} />
		</main>
	);
}
