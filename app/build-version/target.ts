import { createPath, resolvePath } from "react-router";

/** What the router tells of a navigation that it is asked for. */
export type Asked = { to: string | number; currentUrl: string; formMethod?: string; formData?: FormData };

/**
 * The path that a navigation leads to, with query and hash. None where nothing must come in between: what is sent
 * must arrive, a place on the same page needs no other page, and a step in the history comes as an event of its own.
 */
export function targetOf({ to, currentUrl, formMethod = "get", formData }: Asked): string | undefined {
	if (typeof to === "number" || formMethod.toLowerCase() !== "get") return undefined;
	const [pathname = "/"] = currentUrl.split(/[?#]/, 1);
	const path = resolvePath(to, pathname);
	const query = formData && [...formData].map(([name, value]) => [name, String(value)]);
	const target = createPath(query ? { ...path, search: String(new URLSearchParams(query)) } : path);
	return isSamePage(target, currentUrl) ? undefined : target;
}

/** Whether only the place on the page is another. The very same address is asked for to have the page anew. */
export const isSamePage = (target: string, current: string): boolean =>
	target !== current && target.includes("#") && withoutHash(target) === withoutHash(current);

const withoutHash = (path: string) => path.replace(/#.*$/, "");
