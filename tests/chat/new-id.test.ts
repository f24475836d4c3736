import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../app/routes/chat/new-id.ts";
import { sourceFiles } from "../conventions/source-files.ts";

afterEach(() => vi.unstubAllGlobals());

test("an id is a UUID of version 4 also where there is no `crypto.randomUUID`, as over plain http", () => {
	vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
	const ids = Array.from({ length: 1_000 }, newId);
	expect(new Set(ids).size).toBe(1_000);
	const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
	expect(ids.filter((id) => !version4.test(id))).toEqual([]);
});

test("nothing that runs in browsers asks for `crypto.randomUUID`", () => {
	const onServers = /\.server\.|^app\/routes\/chat\/resources\//;
	const asking = sourceFiles("app").filter(
		({ path, text }) => !onServers.test(path) && /crypto\.(?:randomUUID|subtle)\b[.(]/.test(text),
	);
	expect(asking.map(({ path }) => path)).toEqual([]);
});
