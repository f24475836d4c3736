/**
 * `node tests/files/reading/real/fetch.ts`: fetches real documents for `real-documents.test.ts` and for the bench of
 * retrieval, from packages of Debian 12 by their versions and checksums. They are under the GPL and other licences of
 * their own, so they are not kept beside the code; without them the test is skipped.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { REAL_DOCUMENTS } from "./folder.ts";

/** Packages as `name=version`, with the SHA-256 of their files. */
const PACKAGES = {
	"installation-guide-amd64=20230508+deb12u1":
		"812c43e1dc906daf671e3efe953dc023205c238e5bd5a3021ce4ca142793573a",
	"maint-guide-ru=1.2.53": "41b69743c45f0a931edca9ab19232e226cebce393cbafdd582f0d000499a0d19",
	"debian-faq-ru=11.1": "aaaae7a409c5cf5f5b8c26991f6ef484297e0cd2dee74c8d675cfa6613bce541",
	"instead-doc-ru=3.3.2-1.1": "e4cbd0c96b65197f7ea1ef4b8e277d83d206af8b5d5e44c8fd8d3a3350c8bb66",
	"debian-refcard=12.0": "9cb06051459a8fbefd0a1d0013a6e8b14931ae544402aa9f56f1e77f555cfd1f",
	"developers-reference-ru=12.18": "a618bfa826e2436fa73d5bf4eaac7170ff9d25a5d1bdd86b1c25a196a2b886c6",
	"r-cran-readxl=1.4.2-1": "eb705525f906c968022162e8e58993a8b444ae900ff0487389769721bdcb4e67",
	"r-cran-officer=0.6.0+dfsg-1": "3d6ec99aa9b4e414656b5389600871977dfe79dc4abd49ce11342f80aaffddcc",
};

/** @throws when a package is not to be had, or is another */
export function fetchDocuments(): void {
	const target = resolve(REAL_DOCUMENTS);
	mkdirSync(target, { recursive: true });
	for (const [name, checksum] of Object.entries(PACKAGES)) {
		const folder = mkdtempSync(join(tmpdir(), "package-"));
		try {
			execFileSync("apt-get", ["download", name], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
			const file = join(folder, readdirSync(folder)[0] ?? "");
			const found = createHash("sha256").update(readFileSync(file)).digest("hex");
			if (found !== checksum) throw new Error(`${name} has another checksum: ${found}`);
			execFileSync("dpkg-deb", ["-x", file, join(target, name.split("=")[0] ?? "")]);
			console.log(name);
		} finally {
			rmSync(folder, { recursive: true });
		}
	}
}

if (import.meta.main) fetchDocuments();
