import { readFileSync } from "node:fs";
import type { Figure } from "../support/table.ts";

type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean };

/** Third-party packages in an image: those that stay after `npm prune --omit=dev --omit=optional`. */
export function measurePackages(): Figure[] {
	const read = (name: string) =>
		JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8"));
	const packages: [string, Locked][] = Object.entries(read("package-lock.json").packages);
	const installed = packages.filter(
		([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional,
	);
	const direct = Object.keys(read("package.json").dependencies);
	return [
		{ what: "production packages, installed", measured: String(installed.length), bar: "175", limit: "–" },
		{ what: "production packages, direct", measured: String(direct.length), bar: "30", limit: "–" },
	];
}
