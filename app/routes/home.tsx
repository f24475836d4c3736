import { isYearly } from "../billing/plan.ts";
import { everyDays, planView } from "../billing/plan-view.server.ts";
import { freePlan, plans } from "../billing/plans.server.ts";
import { config } from "../config.server.ts";
import { accountContext } from "../context.server.ts";
import { getI18n } from "../i18n/middleware.server.ts";
import words from "../i18n/ru/home.ts";
import type { PageHandle } from "../page-handle.ts";
import { PageStyle } from "../page-style.tsx";
import { pageTitle } from "../page-title.ts";
import type { Route } from "./+types/home";
import { CallToAction } from "./home/call-to-action.tsx";
import { Examples } from "./home/examples.tsx";
import { Features } from "./home/features.tsx";
import { Hero } from "./home/hero.tsx";
import css from "./home/home.css?inline";
import { PlansPart } from "./home/plans-part.tsx";
import { Questions } from "./home/questions.tsx";

export const handle = { page: "document" } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
	...pageTitle(matches, words.title),
	{ name: "description", content: words.description },
	{ tagName: "link", rel: "canonical", href: loaderData?.canonical },
];

export function loader({ context }: Route.LoaderArgs) {
	const i18n = getI18n(context);
	const t = i18n.getFixedT("ru", "payment");
	return {
		appName: config.appName,
		canonical: `${config.appUrl}/`,
		signedIn: context.get(accountContext) !== null,
		free: i18n.t("home:hero.free", { count: freePlan.quota.messages, every: everyDays(freePlan, t) }),
		plans: plans.filter((plan) => !isYearly(plan)).map((plan) => planView(plan, t)),
	};
}

export default function Home({ loaderData }: Route.ComponentProps) {
	const { appName, signedIn, free, plans } = loaderData;
	return (
		<main id="main" tabIndex={-1}>
			<PageStyle css={css} />
			<Hero appName={appName} free={free} signedIn={signedIn} />
			<Examples />
			<Features />
			<PlansPart plans={plans} signedIn={signedIn} />
			<Questions />
			<CallToAction signedIn={signedIn} />
		</main>
	);
}
