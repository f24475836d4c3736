import { isRouteErrorResponse, useRouteError } from "react-router";
import { connection } from "../../connection/service.ts";
import { ErrorPage } from "./error-page.tsx";
import { NotShown, WithoutConnection } from "./explain-error.ts";

/** The framework replaces an exception of the server by this message: the server's log has the exception itself. */
const OF_SERVER = "Unexpected Server Error";

/**
 * The error page of a running hydrated page. It is an error boundary below the document, which the browser cannot
 * rebuild: a layout exports it in the browser and not on the server, where a failed page is a static page of its own
 * (docs/decisions/0036-a-page-that-never-goes-blank.md).
 */
function HydratedPageError() {
	return <ErrorPage error={seenHere(useRouteError())} />;
}

export const ErrorBoundary = import.meta.env.SSR ? undefined : HydratedPageError;

/** The server knows nothing about errors in the browser; without a connection the connection is the cause. */
function seenHere(error: unknown): unknown {
	if (isRouteErrorResponse(error)) return error;
	if (error instanceof Error && error.message === OF_SERVER) return error;
	return connection.isLost ? new WithoutConnection("", { cause: error }) : new NotShown("", { cause: error });
}
