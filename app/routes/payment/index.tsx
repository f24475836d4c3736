import { requireAccount } from "../../accounts/http/guards.server.ts";
import texts from "../../i18n/ru/payment.ts";
import { addScreenTexts } from "../../i18n/screen-texts.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { Checkout } from "./checkout/checkout.tsx";
import { MessagesCheckout } from "./checkout/messages-checkout.tsx";
import { loadPayment } from "./load/load-payment.server.ts";
import { Overview } from "./overview/overview.tsx";
import { dispatchPaymentAction } from "./payment-actions.server.ts";
import "./payment.css";
import { PurchasePage } from "./overview/purchase.tsx";
import { RefundPage } from "./overview/refund.tsx";
import { RefundChoice } from "./overview/refund-choice.tsx";

addScreenTexts("payment", texts);

export const handle = { page: "hydrated" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.title);

export const loader = ({ request, context }: Route.LoaderArgs) => loadPayment(request, context);

export const action = ({ request, context }: Route.ActionArgs) => dispatchPaymentAction(request, context);

export default function Payment({ loaderData: { screen, sandbox }, actionData }: Route.ComponentProps) {
	switch (screen.screen) {
		case "checkout":
			return <Checkout screen={screen} sandbox={sandbox} state={actionData} />;
		case "messages":
			return <MessagesCheckout screen={screen} sandbox={sandbox} state={actionData} />;
		case "purchase":
			return <PurchasePage screen={screen} sandbox={sandbox} />;
		case "refund":
			return <RefundPage screen={screen} sandbox={sandbox} />;
		case "refund-choice":
			return <RefundChoice screen={screen} sandbox={sandbox} />;
		case "overview":
			return <Overview screen={screen} sandbox={sandbox} state={actionData} />;
	}
}
