import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { light } from "./i18n/light.ts";
import { i18nOptions } from "./i18n/options.ts";
import { applicationWords } from "./i18n/ru/applications.ts";
import { takeWords } from "./i18n/words-of-screens.ts";

// The words of the application screens come with the script: one language, no request for it.
await i18next.use(initReactI18next).init(i18nOptions(applicationWords));
takeWords(i18next);

startTransition(() => {
	hydrateRoot(
		document,
		<I18nextProvider i18n={light(i18next)}>
			<StrictMode>
				<HydratedRouter />
			</StrictMode>
		</I18nextProvider>,
	);
});
