import { createRoot, type Root } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import hydratedPageCss from "../../app.css?url";
import type { FrameworkPage } from "../../build-version/framework.ts";
import { connection } from "../../connection/service.ts";
import { pageTexts } from "../../i18n/screen-texts.ts";
import { ErrorPage } from "./error-page.tsx";
import { NotShown, WithoutConnection } from "./explain-error.ts";

/** The theme that the server has rendered: the failure may have removed it from the page already. */
const { theme } = document.documentElement.dataset;

/**
 * Replaces a hydrated page that could not start, or could not navigate to `path`, by the error page, and logs the
 * reason on the console (S-4.6, S-4.7). It uses nothing of the framework's router, which may be what failed.
 */
export function showFailure(error: unknown, root: Root | undefined, path: string): void {
	console.error("The page could not be shown:", error);
	// React reports a failure during its work, and would not let itself be unmounted there.
	setTimeout(() => {
		root?.unmount();
		draw(error, path);
	});
}

function draw(error: unknown, path: string): void {
	// The loader data include the account, if the router ever started.
	const known = (window as FrameworkPage).__reactRouterDataRouter?.state.loaderData?.root ?? null;
	const Seen = connection.isLost ? WithoutConnection : NotShown;
	const page = <ErrorPage error={new Seen("", { cause: error })} />;
	// The loader data may be what the page failed at, and the error page with it.
	const route = { id: "root", path: "*", element: page, errorElement: <PlainFailure path={path} /> };
	const router = createMemoryRouter([route], {
		initialEntries: [path],
		hydrationData: { loaderData: { root: known } },
	});
	createRoot(document).render(
		<html lang={pageTexts.language} data-theme={theme}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<link rel="stylesheet" href={hydratedPageCss} />
			</head>
			<body>
				<I18nextProvider i18n={pageTexts}>
					<RouterProvider router={router} />
				</I18nextProvider>
			</body>
		</html>,
	);
}

/** Text only, with nothing that could fail. */
function PlainFailure({ path }: { path: string }) {
	const t = pageTexts.getFixedT(null, "errors");
	return (
		<main id="main" className="page-wrap py-8 text-center">
			<title>{t("kinds.notShown.title")}</title>
			<h1 className="text-h2">{t("kinds.notShown.title")}</h1>
			<p className="mt-3">{t("kinds.notShown.text")}</p>
			<p className="mt-8">
				<a className="link" href={path}>
					{t("reload")}
				</a>
			</p>
		</main>
	);
}
