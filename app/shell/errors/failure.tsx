import i18next from "i18next";
import { createRoot, type Root } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import applicationCss from "../../app.css?url";
import { connection } from "../../connection/service.ts";
import { ErrorPage } from "./error-page.tsx";
import { NotShown, WithoutConnection } from "./explain-error.ts";

/** Where the framework keeps its router; what the server said of this person is in it, if it ever started. */
type FrameworkPage = { __reactRouterDataRouter?: { state: { loaderData: Record<string, unknown> } } };

/** As the server has written it: what failed may have taken it from the page already. */
const { theme } = document.documentElement.dataset;

/**
 * Puts the error page in place of an application that could not start, or could not go on to `path`, and writes
 * the reason on the console (S-4.6, S-4.7). It needs nothing of the framework's own router, which may be what failed.
 */
export function showFailure(error: unknown, root: Root | undefined, path: string): void {
	console.error("The page could not be shown:", error);
	// React tells of a failure in the middle of its work, and would not let itself be unmounted there.
	setTimeout(() => {
		root?.unmount();
		draw(error, path);
	});
}

function draw(error: unknown, path: string): void {
	const known = (window as FrameworkPage).__reactRouterDataRouter?.state.loaderData.root ?? null;
	const Seen = connection.isLost ? WithoutConnection : NotShown;
	const page = <ErrorPage error={new Seen("", { cause: error })} />;
	// What is known may be what the page failed at, and the error page with it.
	const route = { id: "root", path: "*", element: page, errorElement: <PlainFailure path={path} /> };
	const router = createMemoryRouter([route], {
		initialEntries: [path],
		hydrationData: { loaderData: { root: known } },
	});
	createRoot(document).render(
		<html lang={i18next.language ?? "ru"} data-theme={theme}>
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

/** The words alone, with nothing that could fail. */
function PlainFailure({ path }: { path: string }) {
	const say = i18next.getFixedT(null, "errors");
	return (
		<main id="main" className="page-wrap py-8 text-center">
			<title>{say("kinds.notShown.title")}</title>
			<h1 className="text-h2">{say("kinds.notShown.title")}</h1>
			<p className="mt-3">{say("kinds.notShown.text")}</p>
			<p className="mt-8">
				<a className="link" href={path}>
					{say("reload")}
				</a>
			</p>
		</main>
	);
}
