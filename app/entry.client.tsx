import i18next from "i18next";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { guardBuild } from "./build-version/start.ts";
import { replaceFetch } from "./connection/fetch-data.ts";
import { connection, watchConnection } from "./connection/service.ts";
import { formatter } from "./i18n/formatter.ts";
import { light } from "./i18n/light.ts";
import { i18nOptions } from "./i18n/options.ts";
import { hydratedPageTexts } from "./i18n/ru/hydrated-pages.ts";
import { showFailure } from "./shell/errors/failure.tsx";
import { keepEarlyText } from "./ui/keep-early-text.ts";

/** The mark in the browser's timeline from which on the page answers to its script. */
const HYDRATED = "hydrated";

let root: Root | undefined;
const fail = (error: unknown, path = location.pathname + location.search) => {
	const failed = root;
	root = undefined;
	showFailure(error, failed, path);
};

try {
	// The texts of the hydrated pages are bundled with the script: one language, no request for them.
	await i18next.use(initReactI18next).use(formatter).init(i18nOptions(hydratedPageTexts));

	replaceFetch(connection);
	watchConnection();
	const { gate, startChecks } = guardBuild(fail);
	const giveBackText = keepEarlyText();
	const afterHydration = () => {
		performance.mark(HYDRATED);
		// Handlers set states, and an effect is too early for that: React would put the field back once more.
		queueMicrotask(giveBackText);
		startChecks();
	};
	startTransition(() => {
		root = hydrateRoot(
			document,
			<I18nextProvider i18n={light(i18next)}>
				<StrictMode>
					<AfterHydration effect={afterHydration}>
						<HydratedRouter instrumentations={[gate]} />
					</AfterHydration>
				</StrictMode>
			</I18nextProvider>,
			{ onUncaughtError: (error) => fail(error) },
		);
	});
} catch (error) {
	fail(error);
}

/** Runs `effect` after hydration. As a sibling instead of a parent it would change the ids that `useId` generates. */
function AfterHydration({ effect, children }: { effect: () => void; children: ReactNode }) {
	useEffect(effect, [effect]);
	return children;
}
