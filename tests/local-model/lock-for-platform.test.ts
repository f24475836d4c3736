import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
	type Lock,
	lockFor,
	packagesOfPlatform,
} from "../../app/local-model/runtime/lock-for-platform.server.ts";

const lock: Lock = JSON.parse(readFileSync("app/local-model/runtime/package-lock.json", "utf8"));
const paths = (made: Lock) => Object.keys(made.packages).filter((path) => path.includes("@node-llama-cpp/"));

test("a system gets its own binaries and no others", () => {
	const wanted = packagesOfPlatform({ os: "linux", cpu: "x64", musl: false }, false) ?? [];
	const made = lockFor(lock, wanted);
	expect(paths(made.lock)).toEqual(["node_modules/@node-llama-cpp/linux-x64"]);
	expect(made.manifest).toMatchObject({
		dependencies: { "node-llama-cpp": "3.22.1", "@node-llama-cpp/linux-x64": "3.22.1" },
	});
	expect(made.lock.packages[""]).toEqual(made.manifest);
	// The committed list is not touched.
	expect(paths(lock).length).toBeGreaterThan(3);
	expect(made.isComplete).toBe(true);
});

test.each([
	["linux", "x64"],
	["linux", "arm64"],
])("the lockfile has the binaries of %s on %s, and their checksums", (os, cpu) => {
	for (const gpu of [false, true]) {
		const wanted = packagesOfPlatform({ os, cpu, musl: false }, gpu) ?? [];
		expect(lockFor(lock, wanted).isComplete).toBe(true);
	}
});

test("those of another system are asked for by the library's version", () => {
	const wanted = packagesOfPlatform({ os: "darwin", cpu: "arm64", musl: false }, false) ?? [];
	const { manifest, isComplete } = lockFor(lock, wanted);
	expect(isComplete).toBe(false);
	expect(manifest).toMatchObject({ dependencies: { "@node-llama-cpp/mac-arm64-metal": "3.22.1" } });
});

test("every package of the runtime has its checksum, and none an address of its own", () => {
	for (const [path, entry] of Object.entries(lock.packages)) {
		if (path === "") continue;
		expect(entry, path).toHaveProperty("integrity");
		expect(entry, path).not.toHaveProperty("resolved");
	}
});

test("a system without ready binaries is known before anything is fetched", () => {
	expect(packagesOfPlatform({ os: "linux", cpu: "x64", musl: true }, false)).toBeNull();
	expect(packagesOfPlatform({ os: "freebsd", cpu: "x64", musl: false }, false)).toBeNull();
});
