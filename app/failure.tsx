import i18next from "i18next";
import { createRoot, type Root } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import applicationCss from "./app.css?url";
import { ErrorPage } from "./layouts/error-page.tsx";
import { NotShown } from "./layouts/explain-error.ts";

/** Where the framework keeps its router; what the server said of this person is in it, if it ever started. */
type FrameworkPage = { __reactRouterDataRouter?: { state: { loaderData: Record<string, unknown> } } };

/**
 * Puts the error page in place of an application that could not start, or could not go on to `path`, and writes
 * the reason on the console (S-4.6, S-4.7). It needs nothing of the framework's own router, which may be what failed.
 */
export function showFailure(error: unknown, root: Root | undefined, path: string): void {
	console.error("The page could not be shown:", error);
	const { lang, dataset } = document.documentElement;
	const { theme } = dataset;
	const known = (window as FrameworkPage).__reactRouterDataRouter?.state.loaderData.root ?? null;
	const page = <ErrorPage error={new NotShown("", { cause: error })} />;
	const router = createMemoryRouter([{ id: "root", path: "*", element: page }], {
		initialEntries: [path],
		hydrationData: { loaderData: { root: known } },
	});
	root?.unmount();
	createRoot(document).render(
		<html lang={lang} data-theme={theme}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<link rel="stylesheet" href={applicationCss} />
			</head>
			<body>
				<I18nextProvider i18n={i18next}>
					<RouterProvider router={router} />
				</I18nextProvider>
			</body>
		</html>,
	);
}
