import { expect, test } from "vitest";
import { forEachItem } from "../../app/platform/for-each-item.server.ts";

test("every item is done, whatever became of the others; what was thrown comes together at the end", async () => {
	const done: number[] = [];
	const work = async (item: number) => {
		if (item % 2 === 1) throw new Error(String(item));
		done.push(item);
	};
	const all = forEachItem([0, 1, 2, 3, 4], work, 2);
	await expect(all).rejects.toMatchObject({ errors: [new Error("1"), new Error("3")] });
	expect(done).toEqual([0, 2, 4]);
	await expect(forEachItem([0, 2], work)).resolves.toBeUndefined();
});

test("where reading the items fails, those read before are done", async () => {
	const done: number[] = [];
	async function* items() {
		yield 1;
		yield 2;
		throw new Error("the database is gone");
	}
	const all = forEachItem(items(), async (item) => void done.push(item), 3);
	await expect(all).rejects.toMatchObject({ errors: [new Error("the database is gone")] });
	expect(done).toEqual([1, 2]);
});

test("of work that goes through items itself, each item's error comes by itself", async () => {
	const work = (item: number) =>
		forEachItem([item, item + 1], async (inner) => {
			throw new Error(String(inner));
		});
	const errors = ["1", "2", "5", "6"].map((words) => new Error(words));
	await expect(forEachItem([1, 5], work)).rejects.toMatchObject({ errors });
});
