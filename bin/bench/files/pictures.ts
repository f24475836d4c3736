import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePictures } from "../../../app/files/reading/pictures/make-pictures.server.ts";
import { exif, jpeg } from "../../../tests/support/documents/picture.ts";
import { childrenCpu } from "../support/children-cpu.ts";
import { type Figure, median, round } from "../support/table.ts";

const ROUNDS = 5;
/** 12 megapixels, as a telephone takes them. */
const [WIDTH, HEIGHT] = [4_032, 3_024];

/** Making our picture of a photograph, with the start of the process. */
export async function measurePictures(): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), "pictures-"));
	try {
		const path = join(folder, "photo.jpg");
		writeFileSync(
			path,
			jpeg(WIDTH, HEIGHT, (x, y) => (x * 7 + y * 13) % 256, exif(6)),
		);
		const child: number[] = [];
		let server = 0;
		for (let i = 0; i < ROUNDS; i++) {
			const [before, ours] = [childrenCpu(), process.cpuUsage()];
			await makePictures({ path, type: "jpeg", onPicture: async () => {} });
			const { user, system } = process.cpuUsage(ours);
			server += (user + system) / 1_000 / ROUNDS;
			child.push(childrenCpu() - before);
		}
		return [
			{
				what: "a picture of 12 MP, CPU ms of its process",
				measured: round(median(child)),
				bar: "1 500",
				limit: "–",
			},
			{ what: "… of the server's process meanwhile", measured: round(server), bar: "50", limit: "–" },
		];
	} finally {
		rmSync(folder, { recursive: true });
	}
}
