import texts from "../../i18n/ru/admin.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { PageStyle } from "../../shell/page/page-style.tsx";
import { pageTitle } from "../../shell/page/page-title.ts";
import { Card } from "../../ui/card.tsx";
import type { Route } from "./+types/index";
import css from "./claim.css?inline";
import { claim, loadClaim } from "./claim.server.ts";
import { ClaimForm } from "./claim-form.tsx";
import { NoClaim, SignInFirst } from "./no-claim.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.claim.title);

export const loader = (args: Route.LoaderArgs) => loadClaim(args);

export const action = (args: Route.ActionArgs) => claim(args);

/** The link of the console makes the first owner. */
export default function Claim({ loaderData, actionData }: Route.ComponentProps) {
	const refused = actionData && "step" in actionData ? actionData : null;
	const view = refused ?? loaderData;
	const state = actionData && !("step" in actionData) ? actionData : undefined;
	return (
		<main id="main" className="page-wrap claim-page" tabIndex={-1}>
			<PageStyle css={css} />
			<Card className="claim-card" padding="none">
				{view.step === "claim" && <ClaimForm {...view} state={state} />}
				{view.step === "sign-in" && <SignInFirst {...view} />}
				{(view.step === "dead-link" || view.step === "has-owner") && <NoClaim {...view} />}
			</Card>
		</main>
	);
}
