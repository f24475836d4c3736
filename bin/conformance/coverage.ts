/** The relevant part of a vitest report (`--reporter=json`). */
export type Report = {
	testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};
/** The tests that have one id in their names. */
export type Coverage = { files: string[]; passed: number; failed: number };

/** «S-2.3», and the ranges «S-2.3–S-2.5» or «S-2.3–5». */
const ID = /\bS-(\d)\.(\d+)(?:[–-](?:S-)?(?:\d\.)?(\d+))?/g;

/** The tests of some reports by the ids in their names. A skipped test covers nothing. */
export function coverageOf(reports: readonly Report[], root: string): Map<string, Coverage> {
	const all = new Map<string, Coverage>();
	for (const { name, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
		const file = name.replace(root, "");
		for (const { fullName, status } of assertionResults) {
			if (status !== "passed" && status !== "failed") continue;
			for (const id of idsIn(fullName)) {
				const coverage = all.get(id) ?? { files: [], passed: 0, failed: 0 };
				if (!coverage.files.includes(file)) coverage.files.push(file);
				coverage[status]++;
				all.set(id, coverage);
			}
		}
	}
	return all;
}

function idsIn(name: string): Set<string> {
	const ids = new Set<string>();
	for (const [, part, first, last = first] of name.matchAll(ID)) {
		for (let i = Number(first); i <= Number(last); i++) ids.add(`S-${part}.${i}`);
	}
	return ids;
}
