import { useTranslation } from "react-i18next";
import { requireAccount } from "../../accounts/http/guards.server.ts";
import { answered } from "../../connection/request-lost.ts";
import texts from "../../i18n/ru/account.ts";
import { addScreenTexts } from "../../i18n/screen-texts.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { nearestPart, useFocusRestore } from "../../ui/use-focus-restore.ts";
import type { Route } from "./+types/index";
import "./account.css";
import { dispatchAccountAction } from "./actions/dispatch.server.ts";
import { AccountNoticeBanner } from "./form/account-notice-banner.tsx";
import { loadScreen } from "./load/load-screen.server.ts";
import { ACTION_PAGES } from "./no-script/account-action-pages.tsx";
import { AboutSection } from "./sections/about-section.tsx";
import { ConsentsSection } from "./sections/consents-section.tsx";
import { DataSection } from "./sections/data-section.tsx";
import { DeleteSection } from "./sections/delete-section.tsx";
import { Devices } from "./sections/devices.tsx";
import { DoneMessage } from "./sections/done-message.tsx";
import { Events } from "./sections/events.tsx";
import { Profile } from "./sections/profile.tsx";
import { SecondFactorSection } from "./sections/second-factor-section.tsx";
import { Security } from "./sections/security.tsx";
import { SideNav } from "./sections/side-nav.tsx";
import { RecoveryCodes } from "./totp/recovery-codes.tsx";
import "./totp/totp.css";
import { YandexFailure, YandexSection } from "./sections/yandex-section.tsx";

/** A form with an unknown intent has no place of its own. */
const ANYWHERE = [""];

addScreenTexts("account", texts);

export const handle = { page: "hydrated" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.title);

export const loader = ({ request, context }: Route.LoaderArgs) => loadScreen(request, context);

export const action = ({ request, context }: Route.ActionArgs) => dispatchAccountAction(request, context);

export default function Account({ loaderData: screen, actionData }: Route.ComponentProps) {
	const state = answered(actionData);
	const { t } = useTranslation("account");
	useFocusRestore(nearestPart);
	if (state && "recoveryCodes" in state) return <RecoveryCodes codes={state} />;
	const ActionPage = screen.doing && Object.hasOwn(ACTION_PAGES, screen.doing) && ACTION_PAGES[screen.doing];
	if (ActionPage) return <ActionPage screen={screen} state={state} />;
	return (
		<main id="main" className="page-wrap account" tabIndex={-1}>
			<h1>{t("title")}</h1>
			<div className="account-grid">
				<SideNav />
				<div className="account-cards">
					<DoneMessage flash={screen.flash} />
					<YandexFailure yandex={screen.yandex} />
					<AccountNoticeBanner state={state} intents={ANYWHERE} />
					<Profile {...screen} state={state} />
					<AboutSection {...screen} state={state} />
					<Security {...screen}>
						<YandexSection yandex={screen.yandex} />
						<SecondFactorSection factor={screen.secondFactor} />
					</Security>
					<Devices devices={screen.devices} />
					<ConsentsSection consents={screen.consents} state={state} />
					<DataSection />
					<Events events={screen.events} />
					<DeleteSection {...screen} />
				</div>
			</div>
		</main>
	);
}
