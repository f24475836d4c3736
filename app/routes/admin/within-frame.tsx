import { Outlet } from "react-router";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { Route } from "./+types/within-frame";
import { FailedScreen } from "./frame/failed-screen.tsx";

export const headers = routeHeaders;

/** Around each screen within the frame, so that what a screen refuses or fails at stands beside the panel. */
export default function WithinFrame() {
	return <Outlet />;
}

/** The error of a screen. A person without a role never sees it: the frame fails first, and with it the whole page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <FailedScreen error={error} />;
}
