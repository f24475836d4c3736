import { useTranslation } from "react-i18next";
import { requireAccount } from "../../accounts/guards.server.ts";
import { answered } from "../../connection/request-lost.ts";
import { answerHeaders } from "../../http.ts";
import words from "../../i18n/ru/account.ts";
import { bringWords } from "../../i18n/words-of-screens.ts";
import type { PageHandle } from "../../page-handle.ts";
import { pageTitle } from "../../page-title.ts";
import { nearestPart, useKeptFocus } from "../../ui/use-kept-focus.ts";
import type { Route } from "./+types/index";
import "./account.css";
import { ActNotice } from "./act-notice.tsx";
import { ACT_PAGES } from "./act-pages.tsx";
import { Consents } from "./consents.tsx";
import { DataSection } from "./data-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { Devices } from "./devices.tsx";
import { dispatch } from "./dispatch.server.ts";
import { Events } from "./events.tsx";
import { loadScreen } from "./load-screen.server.ts";
import { Profile } from "./profile.tsx";
import { Said } from "./said.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { Security } from "./security.tsx";
import { SideNav } from "./side-nav.tsx";
import { RecoveryCodes } from "./totp/recovery-codes.tsx";
import "./totp/totp.css";
import { YandexFailure, YandexSection } from "./yandex-section.tsx";

/** A form that no act of ours knows has no place of its own. */
const ANYWHERE = [""];

bringWords("account", words);

export const handle = { page: "application" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = answerHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.title);

export const loader = ({ request, context }: Route.LoaderArgs) => loadScreen(request, context);

export const action = ({ request, context }: Route.ActionArgs) => dispatch(request, context);

export default function Account({ loaderData: screen, actionData }: Route.ComponentProps) {
	const state = answered(actionData);
	const { t } = useTranslation("account");
	useKeptFocus(nearestPart);
	if (state && "recoveryCodes" in state) return <RecoveryCodes codes={state} />;
	const ActPage = screen.doing && Object.hasOwn(ACT_PAGES, screen.doing) && ACT_PAGES[screen.doing];
	if (ActPage) return <ActPage screen={screen} state={state} />;
	return (
		<main id="main" className="page-wrap account" tabIndex={-1}>
			<h1>{t("title")}</h1>
			<div className="account-grid">
				<SideNav />
				<div className="account-cards">
					<Said happened={screen.happened} />
					<YandexFailure yandex={screen.yandex} />
					<ActNotice state={state} intents={ANYWHERE} />
					<Profile {...screen} state={state} />
					<Security {...screen}>
						<YandexSection yandex={screen.yandex} />
						<SecondFactorSection factor={screen.secondFactor} />
					</Security>
					<Devices devices={screen.devices} />
					<Consents consents={screen.consents} />
					<DataSection />
					<Events events={screen.events} />
					<DeleteSection {...screen} />
				</div>
			</div>
		</main>
	);
}
