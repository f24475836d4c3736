import { ICON_PREFIX, type IconSet } from "./icon-set.ts";

const HOUR_MS = 3_600_000;
const MAX_AGE_HOURS = 168;
const MOST_ENTRIES = 50;
const VERSION = "iconify2";
const VERSION_KEY = "iconify-version";
const COUNT_KEY = "iconify-count";
const entryKey = (slot: number) => `iconify${slot}`;

type WebStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type OpenStorage = { place: WebStorage; holes: number[] };

export type IconStore = {
	/** Stores one response of the service. Does nothing when there is no space for it. */
	save: (set: IconSet, now?: number) => void;
	/** Stored responses, no older than a week. */
	sets: IconSet[];
};

/**
 * The responses of the icon service that this browser stores (S-9.38–S-9.41), in the form in which Iconify's own
 * components stored them until they left that to HTTP: `iconify0` … `iconify49`, each with the hour it was stored in.
 * Stored in the first of the `places` that is usable, 50 in all; a full store evicts nothing.
 */
export function openIconStore(places: (() => WebStorage)[], now = Date.now()): IconStore {
	const shelves: OpenStorage[] = [];
	const sets: IconSet[] = [];
	for (const open of places) {
		try {
			const place = open();
			const { kept, holes } = tidy(place, now);
			sets.push(...kept);
			shelves.push({ place, holes });
		} catch {
			// Forbidden, or too full for a version number: the icons are requested again with each page.
		}
	}

	return {
		sets,
		save({ not_found: _, ...set }, now = Date.now()) {
			if (Object.keys(set.icons).length === 0) return;
			const entry = JSON.stringify({ cached: hourOf(now), provider: "", data: set });
			for (const shelf of shelves) {
				try {
					if (shelves.reduce((sum, one) => sum + entriesOn(one), 0) >= MOST_ENTRIES) return;
					put(shelf, entry);
					return;
				} catch {
					// No space here; the next place may have some.
				}
			}
		},
	};
}

const hourOf = (ms: number) => Math.floor(ms / HOUR_MS);

/** Removes entries of another version, too old or invalid ones, and returns the rest and the free slots. */
function tidy(place: WebStorage, now: number) {
	const kept: IconSet[] = [];
	const holes: number[] = [];
	let count = countOf(place);
	if (place.getItem(VERSION_KEY) !== VERSION) {
		for (let slot = 0; slot < MOST_ENTRIES; slot++) place.removeItem(entryKey(slot));
		place.setItem(VERSION_KEY, VERSION);
		place.setItem(COUNT_KEY, "0");
		return { kept, holes };
	}
	for (let slot = count - 1; slot >= 0; slot--) {
		const set = readEntry(place.getItem(entryKey(slot)), now);
		if (set) {
			kept.push(set);
			continue;
		}
		place.removeItem(entryKey(slot));
		if (slot === count - 1) place.setItem(COUNT_KEY, String(--count));
		else holes.push(slot);
	}
	return { kept, holes };
}

function countOf(place: WebStorage): number {
	const count = Number(place.getItem(COUNT_KEY));
	return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_ENTRIES) : 0;
}

const entriesOn = ({ place, holes }: OpenStorage) => countOf(place) - holes.length;

/** @throws {DOMException} when the place is full; then nothing has changed */
function put({ place, holes }: OpenStorage, entry: string) {
	const hole = holes.at(-1);
	const slot = hole ?? countOf(place);
	place.setItem(entryKey(slot), entry);
	if (hole !== undefined) holes.pop();
	else place.setItem(COUNT_KEY, String(slot + 1));
}

function readEntry(text: string | null, now: number): IconSet | undefined {
	try {
		const { cached, provider, data } = JSON.parse(text ?? "") as {
			cached: unknown;
			provider: unknown;
			data: unknown;
		};
		const fresh = typeof cached === "number" && cached > hourOf(now) - MAX_AGE_HOURS;
		return fresh && typeof provider === "string" && isIconSet(data) ? data : undefined;
	} catch {
		return undefined;
	}
}

/** Whether foreign JSON is icons of the supported set. */
export function isIconSet(data: unknown): data is IconSet {
	if (typeof data !== "object" || data === null) return false;
	const { prefix, icons } = data as Record<string, unknown>;
	if (prefix !== ICON_PREFIX || typeof icons !== "object" || icons === null) return false;
	const shapes = Object.values(icons);
	return (
		shapes.length > 0 &&
		shapes.every((shape: unknown) => typeof (shape as { body?: unknown } | null)?.body === "string")
	);
}
