import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readDocument } from "../../../app/files/reading/read-document.server.ts";
import { pdf } from "../../../tests/support/documents/pdf.ts";
import { childrenCpu } from "../support/children-cpu.ts";
import { type Figure, median, round } from "../support/table.ts";

const PAGES = 100;
const LINES = 45;
const LINE = "Арендатор вносит плату не позднее пятого числа каждого месяца, за который платит.";
const ROUNDS = 5;
async function cpuOf(act: () => Promise<unknown>): Promise<number> {
	const before = childrenCpu();
	await act();
	return childrenCpu() - before;
}

/** Reading a PDF of 100 full pages, with the start of the process, beside PDFium alone in such a process. */
export async function measureReading(): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), "reading-"));
	try {
		const path = join(folder, "contract.pdf");
		writeFileSync(
			path,
			pdf(Array.from({ length: PAGES }, (_, i) => Array<string>(LINES).fill(`${i + 1} ${LINE}`))),
		);
		const ours: number[] = [];
		const bare: number[] = [];
		let server = 0;
		for (let i = 0; i < ROUNDS; i++) {
			const before = process.cpuUsage();
			ours.push(await cpuOf(() => readDocument({ path, name: "contract.pdf", onPage: () => {} })));
			const { user, system } = process.cpuUsage(before);
			server += (user + system) / 1_000 / ROUNDS;
			bare.push(
				await cpuOf(() =>
					promisify(execFile)(process.execPath, ["bin/bench/support/baseline-pdfium.ts", path]),
				),
			);
		}
		return [
			{
				what: `reading a PDF of ${PAGES} pages, CPU ms a page`,
				measured: round(median(ours) / PAGES),
				bar: "2 × PDFium",
				limit: `${round(median(bare) / PAGES)} (PDFium alone)`,
			},
			{
				what: "… of the server's process meanwhile",
				measured: round(server / PAGES, 2),
				bar: "–",
				limit: "–",
			},
		];
	} finally {
		rmSync(folder, { recursive: true });
	}
}
