import { createPath, resolvePath } from "react-router";

/** The router's description of a requested navigation. */
export type RequestedNavigation = {
	to: string | number;
	currentUrl: string;
	formMethod?: string;
	formData?: FormData;
};

/**
 * The target path of a navigation, with query and hash. Undefined where the gate must not intercept: a form
 * submission must be sent, a place on the same page needs no other page, and a history navigation has an event of its
 * own.
 */
export function targetOf({
	to,
	currentUrl,
	formMethod = "get",
	formData,
}: RequestedNavigation): string | undefined {
	if (typeof to === "number" || formMethod.toLowerCase() !== "get") return undefined;
	const [pathname = "/"] = currentUrl.split(/[?#]/, 1);
	const path = resolvePath(to, pathname);
	const query = formData && [...formData].map(([name, value]) => [name, String(value)]);
	const target = createPath(query ? { ...path, search: String(new URLSearchParams(query)) } : path);
	return isSamePage(target, currentUrl) ? undefined : target;
}

/** Whether only the hash differs. An identical address is a request to reload. */
export const isSamePage = (target: string, current: string): boolean =>
	target !== current && target.includes("#") && withoutHash(target) === withoutHash(current);

const withoutHash = (path: string) => path.replace(/#.*$/, "");
