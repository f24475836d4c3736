import { _api, addAPIProvider, addCollection, loadIcon } from "@iconify/react";
import { type DrawnIcon, drawn } from "./drawn-icon.ts";
import { ICON_PREFIX, type IconSet } from "./icon-set.ts";
import { isIconSet, openIconStore } from "./icon-store.ts";

// Even to look at the stores may be forbidden, so that is left to whoever catches it.
const store = openIconStore([() => localStorage, () => sessionStorage]);
for (const set of store.sets) addCollection(asIconify(set));

// In place of the public service, which would learn who reads which page.
addAPIProvider("", { resources: [location.origin], path: "/icons/" });
_api.setFetch(async (input, init) => {
	const response = await fetch(input, init);
	if (!response.ok) {
		// Iconify looks at the status alone, and an answer that nobody reads stays on the line.
		await response.body?.cancel();
		return response;
	}
	const answer: unknown = await response.clone().json();
	if (isIconSet(answer)) store.save(answer);
	return response;
});

/**
 * One icon from the service, or from what this browser has kept of it. Iconify asks once for all icons that are
 * wanted at the same moment.
 * @throws when there is no such icon or no source of icons (the service says 424)
 */
export async function fetchIcon(name: string): Promise<DrawnIcon> {
	return drawn(await loadIcon(`${ICON_PREFIX}:${name}`));
}

/** Its types know no `undefined` where ours allow it; in JSON there is none. */
function asIconify(set: IconSet) {
	return set as Parameters<typeof addCollection>[0];
}
