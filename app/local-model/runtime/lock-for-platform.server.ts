/** A platform in Node's terms; `musl`: a Linux without glibc, for which there are no ready binaries. */
export type Platform = { os: string; cpu: string; musl: boolean };

type Package = {
	version?: string;
	optional?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
};
/** A lockfile of npm, as far as it is read here. */
export type Lock = { name?: string; packages: Record<string, Package> };

const RUNTIME = "node-llama-cpp";
const BINARIES = "@node-llama-cpp/";

/** The packages of binaries for a processor, and those for graphics cards. */
const BINARIES_OF: Record<string, { plain: string; gpu: string[] }> = {
	"linux-x64": { plain: "linux-x64", gpu: ["linux-x64-vulkan", "linux-x64-cuda", "linux-x64-cuda-ext"] },
	"linux-arm64": { plain: "linux-arm64", gpu: [] },
	"darwin-arm64": { plain: "mac-arm64-metal", gpu: [] },
	"darwin-x64": { plain: "mac-x64", gpu: [] },
	"win32-x64": { plain: "win-x64", gpu: ["win-x64-vulkan", "win-x64-cuda", "win-x64-cuda-ext"] },
	"win32-arm64": { plain: "win-arm64", gpu: [] },
};

/** The system that this process runs on. */
export function thisPlatform(): Platform {
	// The report would otherwise ask for the names of all network addresses.
	Object.assign(process.report, { excludeNetwork: true });
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	const musl = process.platform === "linux" && header.glibcVersionRuntime === undefined;
	return { os: process.platform, cpu: process.arch, musl };
}

/** The names of the packages of binaries that a system needs; null: there are none for it. */
export function packagesOfPlatform({ os, cpu, musl }: Platform, gpu: boolean): string[] | null {
	const found = musl ? undefined : BINARIES_OF[`${os}-${cpu}`];
	return found ? [found.plain, ...(gpu ? found.gpu : [])].map((name) => BINARIES + name) : null;
}

/**
 * The lockfile of the runtime for one system. npm would install the packages of all graphics cards, some hundred
 * megabytes, or with `--omit=optional` no binary at all; so those that are wanted are named, and the others left out.
 * @param lock with the packages of Linux
 * @returns `isComplete`: the lockfile has them all; else npm takes the others, those of macOS or Windows, by their version
 */
export function lockFor(
	lock: Lock,
	wanted: readonly string[],
): { manifest: object; lock: Lock; isComplete: boolean } {
	const packages = structuredClone(lock.packages);
	for (const path of Object.keys(packages))
		if (
			path.startsWith(`node_modules/${BINARIES}`) &&
			!wanted.some((name) => path === `node_modules/${name}`)
		)
			delete packages[path];
	const dependencies: Record<string, string> = {};
	// Binaries have the version of the library.
	const version = packages[`node_modules/${RUNTIME}`]?.version;
	if (!version) throw new Error(`The runtime's lockfile lacks ${RUNTIME}.`);
	const missing = new Set(wanted.filter((name) => !packages[`node_modules/${name}`]));
	for (const name of [RUNTIME, ...wanted]) {
		dependencies[name] = version;
		delete packages[`node_modules/${name}`]?.optional;
	}
	delete packages[`node_modules/${RUNTIME}`]?.optionalDependencies;
	const manifest = { name: lock.name, private: true, dependencies };
	packages[""] = missing.size > 0 ? {} : (manifest as Package);
	return { manifest, lock: { ...lock, packages }, isComplete: missing.size === 0 };
}
