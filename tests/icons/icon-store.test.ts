import { expect, test } from "vitest";
import { openIconStore } from "../../app/icons/icon-store.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 1, 12, 30);

/** A browser's storage, with as much room as it is given. */
function place(room = Number.POSITIVE_INFINITY) {
	const kept = new Map<string, string>();
	return {
		kept,
		entries: () => [...kept.keys()].filter((key) => /^iconify\d+$/.test(key)),
		getItem: (key: string) => kept.get(key) ?? null,
		removeItem: (key: string) => void kept.delete(key),
		setItem(key: string, value: string) {
			const others = [...kept].reduce((sum, [k, v]) => sum + (k === key ? 0 : v.length), 0);
			if (others + value.length > room) throw new DOMException("full", "QuotaExceededError");
			kept.set(key, value);
		},
	};
}
type Place = ReturnType<typeof place>;

const open = (now: number, ...places: Place[]) =>
	openIconStore(
		places.map((one) => () => one),
		now,
	);
const icon = (name: string) => ({ prefix: "mdi", icons: { [name]: { body: '<path d="M1 1z"/>' } } });
const namesIn = ({ sets }: { sets: { icons: object }[] }) =>
	sets.flatMap(({ icons }) => Object.keys(icons)).sort();

test("S-9.38 of sixty different answers fifty are kept, and no more in the second place", () => {
	const [local, session] = [place(), place()];
	const store = open(NOON, local, session);
	for (let i = 0; i < 60; i++) store.save(icon(`icon-${i}`), NOON);
	expect(local.entries()).toHaveLength(50);
	expect(session.entries()).toHaveLength(0);
	expect(local.kept.get("iconify-count")).toBe("50");
	expect(namesIn(open(NOON, local, session))).toHaveLength(50);
});

test.each([
	[0, 1],
	[167, 1],
	[168, 0],
	[1000, 0],
])("S-9.39 after %d hours %d of the entries are left", (hours, left) => {
	const local = place();
	open(NOON, local).save(icon("star"), NOON);
	expect(open(NOON + hours * HOUR, local).sets).toHaveLength(left);
	expect(local.entries()).toHaveLength(left);
	expect(local.kept.get("iconify-count")).toBe(String(left));
});

test("S-9.40 the time of an entry is counted in whole hours", () => {
	const local = place();
	open(NOON, local).save({ ...icon("star"), not_found: ["x"] }, NOON);
	expect(JSON.parse(local.kept.get("iconify0") ?? "")).toEqual({
		cached: NOON / HOUR - 0.5,
		provider: "",
		data: icon("star"),
	});
	// Half past the 168th hour is still within it, the next whole hour is not.
	expect(open(NOON + 167 * HOUR + HOUR / 2 - 1, local).sets).toHaveLength(1);
	expect(open(NOON + 167 * HOUR + HOUR / 2, local).sets).toHaveLength(0);
});

test("S-9.41 what another version has kept goes away, and the version is written", () => {
	const local = place();
	open(NOON, local).save(icon("star"), NOON);
	local.kept.set("iconify-version", "iconify1");
	expect(open(NOON, local).sets).toEqual([]);
	expect([...local.kept]).toEqual([
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
])("an entry that says «%s» is thrown away", (text) => {
	const local = place();
	open(NOON, local).save(icon("star"), NOON);
	local.kept.set("iconify0", text);
	expect(open(NOON, local).sets).toEqual([]);
	expect(local.entries()).toEqual([]);
});

test("a hole among the entries is filled first", () => {
	const local = place();
	const store = open(NOON, local);
	for (const name of ["a", "b", "c"]) store.save(icon(name), NOON);
	local.kept.delete("iconify1");
	const again = open(NOON, local);
	again.save(icon("d"), NOON);
	again.save(icon("e"), NOON);
	expect(local.entries().sort()).toEqual(["iconify0", "iconify1", "iconify2", "iconify3"]);
	expect(namesIn(open(NOON, local))).toEqual(["a", "c", "d", "e"]);
});

test("when one place is full the other is used, and when both are nothing breaks", () => {
	const [local, session] = [place(150), place(300)];
	const store = open(NOON, local, session);
	for (const name of ["a", "b", "c", "d"]) store.save(icon(name), NOON);
	expect([local.entries().length, session.entries().length]).toEqual([1, 2]);
	expect(namesIn(open(NOON, local, session))).toEqual(["a", "b", "c"]);
});

test("a forbidden place is passed over", () => {
	const session = place();
	const forbidden = () => {
		throw new DOMException("The operation is insecure.", "SecurityError");
	};
	openIconStore([forbidden, () => session], NOON).save(icon("a"), NOON);
	expect(session.entries()).toEqual(["iconify0"]);
	expect(() => openIconStore([forbidden, forbidden], NOON).save(icon("a"), NOON)).not.toThrow();
	expect(openIconStore([() => place(3)], NOON).sets).toEqual([]);
});

test("an answer without icons is not worth an entry", () => {
	const local = place();
	open(NOON, local).save({ prefix: "mdi", icons: {}, not_found: ["x"] }, NOON);
	expect(local.entries()).toEqual([]);
});
