import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../conventions/source-files.ts";
import { buildIdOf } from "../../support/second-build.ts";

test("a build is named after its sources: two servers that build the same ones have the same scripts", () => {
	expect(buildIdOf()).toBe(readFileSync(join(ROOT, "build/stamp"), "utf8").slice(0, 12));
});
