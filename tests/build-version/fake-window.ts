import type { PageWindow } from "../../app/build-version/reload-at.ts";

/** A tab: where it is, what it has been told to do, and its storage. */
export function openTab(at: string, storage: Partial<PageWindow["sessionStorage"]> = {}) {
	const done: string[] = [];
	const slots = new Map<string, string>();
	const { pathname, search, hash } = new URL(at, "http://localhost");
	const page: PageWindow = {
		location: {
			pathname,
			search,
			hash,
			assign: (url) => void done.push(`assign ${url}`),
			reload: () => void done.push("reload"),
		},
		history: { state: { idx: 3 }, replaceState: (_, __, url) => void done.push(`replace ${url}`) },
		sessionStorage: {
			getItem: (key) => slots.get(key) ?? null,
			setItem: (key, value) => void slots.set(key, value),
			...storage,
		},
	};
	return { page, done, slots };
}
