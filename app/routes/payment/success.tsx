import { href, redirect } from "react-router";
import { requireAccount } from "../../accounts/guards.server.ts";
import type { PageHandle } from "../../page-handle.ts";
import type { Route } from "./+types/success";

export const handle = { page: "document" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** Without a payment there is no success to show, and there are no payments yet. */
export function loader(): never {
	throw redirect(href("/payment"));
}

export default function PaymentSuccess() {
	return null;
}
