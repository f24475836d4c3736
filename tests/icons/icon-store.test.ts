import { expect, test } from "vitest";
import { openIconStore } from "../../app/icons/icon-store.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 1, 12, 30);

/** A browser's storage, with as much capacity as it is given. */
function storage(capacity = Number.POSITIVE_INFINITY) {
	const entriesByKey = new Map<string, string>();
	return {
		entriesByKey,
		entries: () => [...entriesByKey.keys()].filter((key) => /^iconify\d+$/.test(key)),
		getItem: (key: string) => entriesByKey.get(key) ?? null,
		removeItem: (key: string) => void entriesByKey.delete(key),
		setItem(key: string, value: string) {
			const others = [...entriesByKey].reduce((sum, [k, v]) => sum + (k === key ? 0 : v.length), 0);
			if (others + value.length > capacity) throw new DOMException("full", "QuotaExceededError");
			entriesByKey.set(key, value);
		},
	};
}
type FakeStorage = ReturnType<typeof storage>;

const open = (now: number, ...storages: FakeStorage[]) =>
	openIconStore(
		storages.map((one) => () => one),
		now,
	);
const icon = (name: string) => ({ prefix: "mdi", icons: { [name]: { body: '<path d="M1 1z"/>' } } });
const namesIn = ({ sets }: { sets: { icons: object }[] }) =>
	sets.flatMap(({ icons }) => Object.keys(icons)).sort();

test("S-9.38 of sixty different responses fifty are stored, and none in the second storage", () => {
	const [local, session] = [storage(), storage()];
	const store = open(NOON, local, session);
	for (let i = 0; i < 60; i++) store.save(icon(`icon-${i}`), NOON);
	expect(local.entries()).toHaveLength(50);
	expect(session.entries()).toHaveLength(0);
	expect(local.entriesByKey.get("iconify-count")).toBe("50");
	expect(namesIn(open(NOON, local, session))).toHaveLength(50);
});

test.each([
	[0, 1],
	[167, 1],
	[168, 0],
	[1000, 0],
])("S-9.39 after %d hours %d of the entries are left", (hours, left) => {
	const local = storage();
	open(NOON, local).save(icon("star"), NOON);
	expect(open(NOON + hours * HOUR, local).sets).toHaveLength(left);
	expect(local.entries()).toHaveLength(left);
	expect(local.entriesByKey.get("iconify-count")).toBe(String(left));
});

test("S-9.40 the time of an entry is counted in whole hours", () => {
	const local = storage();
	open(NOON, local).save({ ...icon("star"), not_found: ["x"] }, NOON);
	expect(JSON.parse(local.entriesByKey.get("iconify0") ?? "")).toEqual({
		cached: NOON / HOUR - 0.5,
		provider: "",
		data: icon("star"),
	});
	// Half past the 168th hour is still within it, the next whole hour is not.
	expect(open(NOON + 167 * HOUR + HOUR / 2 - 1, local).sets).toHaveLength(1);
	expect(open(NOON + 167 * HOUR + HOUR / 2, local).sets).toHaveLength(0);
});

test("S-9.41 entries of another version are removed, and the version is written", () => {
	const local = storage();
	open(NOON, local).save(icon("star"), NOON);
	local.entriesByKey.set("iconify-version", "iconify1");
	expect(open(NOON, local).sets).toEqual([]);
	expect([...local.entriesByKey]).toEqual([
		["iconify-version", "iconify2"],
		["iconify-count", "0"],
	]);
});

test.each([
	"not json",
	"null",
	"{}",
	'{"cached":"x"}',
	'{"cached":9999999,"provider":"","data":{"prefix":"mdi","icons":{}}}',
	'{"cached":9999999,"provider":"","data":{"prefix":"mdi","icons":{"a":{"body":1}}}}',
])("the entry «%s» is removed", (text) => {
	const local = storage();
	open(NOON, local).save(icon("star"), NOON);
	local.entriesByKey.set("iconify0", text);
	expect(open(NOON, local).sets).toEqual([]);
	expect(local.entries()).toEqual([]);
});

test("a free slot among the entries is used first", () => {
	const local = storage();
	const store = open(NOON, local);
	for (const name of ["a", "b", "c"]) store.save(icon(name), NOON);
	local.entriesByKey.delete("iconify1");
	const reopened = open(NOON, local);
	reopened.save(icon("d"), NOON);
	reopened.save(icon("e"), NOON);
	expect(local.entries().sort()).toEqual(["iconify0", "iconify1", "iconify2", "iconify3"]);
	expect(namesIn(open(NOON, local))).toEqual(["a", "c", "d", "e"]);
});

test("when one storage is full the other is used, and when both are full nothing breaks", () => {
	const [local, session] = [storage(150), storage(300)];
	const store = open(NOON, local, session);
	for (const name of ["a", "b", "c", "d"]) store.save(icon(name), NOON);
	expect([local.entries().length, session.entries().length]).toEqual([1, 2]);
	expect(namesIn(open(NOON, local, session))).toEqual(["a", "b", "c"]);
});

test("a forbidden storage is skipped", () => {
	const session = storage();
	const forbidden = () => {
		throw new DOMException("The operation is insecure.", "SecurityError");
	};
	openIconStore([forbidden, () => session], NOON).save(icon("a"), NOON);
	expect(session.entries()).toEqual(["iconify0"]);
	expect(() => openIconStore([forbidden, forbidden], NOON).save(icon("a"), NOON)).not.toThrow();
	expect(openIconStore([() => storage(3)], NOON).sets).toEqual([]);
});

test("a response without icons is not stored", () => {
	const local = storage();
	open(NOON, local).save({ prefix: "mdi", icons: {}, not_found: ["x"] }, NOON);
	expect(local.entries()).toEqual([]);
});
