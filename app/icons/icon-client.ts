import { _api, addAPIProvider, addCollection, loadIcon } from "@iconify/react";
import { type DrawnIcon, drawn } from "./drawn-icon.ts";
import { ICON_PREFIX, type IconSet } from "./icon-set.ts";
import { isIconSet, openIconStore } from "./icon-store.ts";

// Even accessing the storage may throw, so the callee does it and catches.
const store = openIconStore([() => localStorage, () => sessionStorage]);
for (const set of store.sets) addCollection(asIconify(set));

// In place of the public service, which would learn who reads which page.
addAPIProvider("", { resources: [location.origin], path: "/icons/" });
_api.setFetch(async (input, init) => {
	const response = await fetch(input, init);
	if (!response.ok) {
		// Iconify only looks at the status, and an unread body keeps the connection busy.
		await response.body?.cancel();
		return response;
	}
	const answer: unknown = await response.clone().json();
	if (isIconSet(answer)) store.save(answer);
	return response;
});

/**
 * One icon from the service, or from this browser's cache of it. Iconify makes one request for all icons that are
 * wanted at the same moment.
 * @throws when there is no such icon or no source of icons (the service responds with 424)
 */
export async function fetchIcon(name: string): Promise<DrawnIcon> {
	return drawn(await loadIcon(`${ICON_PREFIX}:${name}`));
}

/** Iconify's types do not allow `undefined` where ours do; in JSON there is none. */
function asIconify(set: IconSet) {
	return set as Parameters<typeof addCollection>[0];
}
