import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|css|svg|json|txt|webmanifest|xml)$/;
/** Bytes. Of a smaller file less is saved than its headers take. */
const WORTH_COMPRESSING = 256;

/**
 * Writes `name.br` and `name.gz` beside every text file in `folder` that compression makes smaller. It runs once per
 * build, so it uses the best and slowest settings.
 */
export async function precompress(folder) {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && TEXT.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
	await Promise.all(files.map(precompressFile));
}

async function precompressFile(path) {
	const plain = await readFile(path);
	if (plain.length < WORTH_COMPRESSING) return;
	const brotliOptions = {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
		},
	};
	const [br, gz] = await Promise.all([
		promisify(brotliCompress)(plain, brotliOptions),
		promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
	]);
	if (br.length < plain.length) await writeFile(`${path}.br`, br);
	if (gz.length < plain.length) await writeFile(`${path}.gz`, gz);
}
