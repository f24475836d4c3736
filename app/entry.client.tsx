import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { guardBuild } from "./build-version/start.ts";
import { replaceFetch } from "./connection/fetch-data.ts";
import { partsOfPage } from "./connection/part.tsx";
import { connection, watchConnection } from "./connection/service.ts";
import { light } from "./i18n/light.ts";
import { pageTexts } from "./i18n/screen-texts.ts";
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
	// Rejected where the server no longer has a part: the page is loaded anew, or stays what it is without script.
	const isWhole = await partsOfPage().then(
		() => true,
		() => false,
	);
	startTransition(() => {
		if (!isWhole) return;
		root = hydrateRoot(
			document,
			<I18nextProvider i18n={light(pageTexts)}>
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

/**
 * Runs `effect` after hydration. It wraps the tree: a component beside the tree would change the ids that `useId`
 * generates.
 */
function AfterHydration({ effect, children }: { effect: () => void; children: ReactNode }) {
	useEffect(effect, [effect]);
	return children;
}
