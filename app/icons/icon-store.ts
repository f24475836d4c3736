import { ICON_PREFIX, type IconSet } from "./icon-set.ts";

const HOUR_MS = 3_600_000;
const MAX_AGE_HOURS = 168;
const MOST_ENTRIES = 50;
const VERSION = "iconify2";
const VERSION_KEY = "iconify-version";
const COUNT_KEY = "iconify-count";
const entryKey = (slot: number) => `iconify${slot}`;

type WebStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type OpenStorage = { storage: WebStorage; freeSlots: number[] };

export type IconStore = {
	/** Stores one response of the service. Does nothing when there is no space for it. */
	save: (set: IconSet, now?: number) => void;
	/** Stored responses, no older than a week. */
	sets: IconSet[];
};

/**
 * The responses of the icon service that this browser stores (S-9.38–S-9.41), in the form in which Iconify's own
 * components stored them until they left that to HTTP: `iconify0` … `iconify49`, each with the hour it was stored in.
 * Stored in the first of the `storages` that is usable, 50 in all; a full store evicts nothing.
 */
export function openIconStore(storages: (() => WebStorage)[], now = Date.now()): IconStore {
	const openStorages: OpenStorage[] = [];
	const sets: IconSet[] = [];
	for (const open of storages) {
		try {
			const storage = open();
			const { fresh, freeSlots } = tidy(storage, now);
			sets.push(...fresh);
			openStorages.push({ storage, freeSlots });
		} catch {
			// Forbidden, or too full for a version number: the icons are requested again with each page.
		}
	}

	return {
		sets,
		save({ not_found: _, ...set }, now = Date.now()) {
			if (Object.keys(set.icons).length === 0) return;
			const entry = JSON.stringify({ cached: hourOf(now), provider: "", data: set });
			for (const openStorage of openStorages) {
				try {
					if (openStorages.reduce((sum, one) => sum + entriesOn(one), 0) >= MOST_ENTRIES) return;
					put(openStorage, entry);
					return;
				} catch {
					// No space here; the next storage may have some.
				}
			}
		},
	};
}

const hourOf = (ms: number) => Math.floor(ms / HOUR_MS);

/** Removes entries of another version, too old or invalid ones, and returns the rest and the free slots. */
function tidy(storage: WebStorage, now: number) {
	const fresh: IconSet[] = [];
	const freeSlots: number[] = [];
	let count = countOf(storage);
	if (storage.getItem(VERSION_KEY) !== VERSION) {
		for (let slot = 0; slot < MOST_ENTRIES; slot++) storage.removeItem(entryKey(slot));
		storage.setItem(VERSION_KEY, VERSION);
		storage.setItem(COUNT_KEY, "0");
		return { fresh, freeSlots };
	}
	for (let slot = count - 1; slot >= 0; slot--) {
		const set = readEntry(storage.getItem(entryKey(slot)), now);
		if (set) {
			fresh.push(set);
			continue;
		}
		storage.removeItem(entryKey(slot));
		if (slot === count - 1) storage.setItem(COUNT_KEY, String(--count));
		else freeSlots.push(slot);
	}
	return { fresh, freeSlots };
}

function countOf(storage: WebStorage): number {
	const count = Number(storage.getItem(COUNT_KEY));
	return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_ENTRIES) : 0;
}

const entriesOn = ({ storage, freeSlots }: OpenStorage) => countOf(storage) - freeSlots.length;

/** @throws {DOMException} when the storage is full; then nothing has changed */
function put({ storage, freeSlots }: OpenStorage, entry: string) {
	const freeSlot = freeSlots.at(-1);
	const slot = freeSlot ?? countOf(storage);
	storage.setItem(entryKey(slot), entry);
	if (freeSlot !== undefined) freeSlots.pop();
	else storage.setItem(COUNT_KEY, String(slot + 1));
}

function readEntry(text: string | null, now: number): IconSet | undefined {
	try {
		const { cached, provider, data } = JSON.parse(text ?? "") as {
			cached: unknown;
			provider: unknown;
			data: unknown;
		};
		const isFresh = typeof cached === "number" && cached > hourOf(now) - MAX_AGE_HOURS;
		return isFresh && typeof provider === "string" && isIconSet(data) ? data : undefined;
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
