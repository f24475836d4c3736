import i18next from "i18next";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { guardBuild } from "./build-version/start.ts";
import { mendDataRequests } from "./connection/fetch-data.ts";
import { connection, watchConnection } from "./connection/service.ts";
import { light } from "./i18n/light.ts";
import { i18nOptions } from "./i18n/options.ts";
import { applicationWords } from "./i18n/ru/applications.ts";
import { takeWords } from "./i18n/words-of-screens.ts";
import { showFailure } from "./shell/errors/failure.tsx";

let root: Root | undefined;
const fail = (error: unknown, path = location.pathname + location.search) => {
	const failed = root;
	root = undefined;
	showFailure(error, failed, path);
};

try {
	// The texts of the hydrated pages are bundled with the script: one language, no request for them.
	await i18next.use(initReactI18next).init(i18nOptions(applicationWords));
	takeWords(i18next);

	mendDataRequests(connection);
	watchConnection();
	const { gate, watch } = guardBuild(fail);
	startTransition(() => {
		root = hydrateRoot(
			document,
			<I18nextProvider i18n={light(i18next)}>
				<StrictMode>
					<Alive act={watch}>
						<HydratedRouter instrumentations={[gate]} />
					</Alive>
				</StrictMode>
			</I18nextProvider>,
			{ onUncaughtError: (error) => fail(error) },
		);
	});
} catch (error) {
	fail(error);
}

/** Runs `act` after hydration. As a sibling instead of a parent it would change the ids that `useId` generates. */
function Alive({ act, children }: { act: () => void; children: ReactNode }) {
	useEffect(act, [act]);
	return children;
}
