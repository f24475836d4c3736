import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const TRANSACT_FILE = "app/platform/db/transact.server.ts";

test("transactions are made by transact(), which retries conflicts", () => {
	const others = [...sourceFiles("app"), ...sourceFiles("bin")].filter(
		({ path, text }) => path !== TRANSACT_FILE && /\.(start)?[tT]ransaction\(\)/.test(text),
	);
	expect(others.map(({ path }) => path)).toEqual([]);
});

test("rows are locked by lockRow(), which checks the order", () => {
	const others = sourceFiles("app").filter(
		({ path, text }) =>
			path !== "app/platform/db/lock-row.server.ts" &&
			// Who skips locked rows waits for nobody, in no order.
			/\.for(NoKey)?(Update|Share)\(|\bfor update\b(?! skip locked)/i.test(text),
	);
	expect(others.map(({ path }) => path)).toEqual([]);
});
