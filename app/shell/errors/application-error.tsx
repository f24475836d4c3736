import { isRouteErrorResponse, useRouteError } from "react-router";
import { connection } from "../../connection/service.ts";
import { ErrorPage } from "./error-page.tsx";
import { NotShown, WithoutConnection } from "./explain-error.ts";

/** What the framework puts in place of an exception of the server: the log there has the exception itself. */
const OF_SERVER = "Unexpected Server Error";

/**
 * The error page of a living application. It stands below the document, which the browser cannot build anew: a frame
 * exports it where there is a browser and nothing on the server, where a failed page is a document of its own
 * (docs/decisions/0036-a-page-that-never-goes-blank.md).
 */
function ApplicationError() {
	return <ErrorPage error={seenHere(useRouteError())} />;
}

export const ErrorBoundary = import.meta.env.SSR ? undefined : ApplicationError;

/** Of what went wrong in the browser the server knows nothing, and without a connection it is nobody's fault. */
function seenHere(error: unknown): unknown {
	if (isRouteErrorResponse(error)) return error;
	if (error instanceof Error && error.message === OF_SERVER) return error;
	return connection.isLost ? new WithoutConnection("", { cause: error }) : new NotShown("", { cause: error });
}
