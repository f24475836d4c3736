import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { FolderStore } from "../../../app/files/blobs/folder-store.server.ts";
import { inTurn } from "../../../app/files/reading/reading-queue.server.ts";
import { config } from "../../../app/platform/config.server.ts";
import { readPdfPage } from "../../../app/tools/pages/read-pdf-page.server.ts";
import { pdf } from "../../support/documents/pdf.ts";

const HOUR = 3_600_000;
const FILES = join(config.dataDir, "files");
const copies = () => readdirSync(join(FILES, "tmp"));
const never = () => new AbortController().signal;

afterEach(() => void vi.restoreAllMocks());

test("a busy server makes no page too hard: the clock does not end its reading", async () => {
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
	const page = await readPdfPage(pdf([["Dogovor arendy kvartiry"]]), never());
	expect(page.text).toContain("Dogovor arendy kvartiry");
	expect(copies()).toEqual([]);
});

test("a call that is aborted ends it", async () => {
	const reading = readPdfPage(pdf([["Dogovor"]]), AbortSignal.abort(new Error("left")));
	await expect(reading).rejects.toThrow("left");
	expect(copies()).toEqual([]);
});

test("the copy of a reading that a killed server has left is swept away with those of files", async () => {
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	// All readings that may run: the next one waits, with its copy on the disk.
	const others = Array.from({ length: availableParallelism() }, () => inTurn(() => held));
	const reading = readPdfPage(pdf([["Dogovor"]]), never()).catch(() => {});
	await expect.poll(() => copies().length).toBe(1);
	const store = new FolderStore(FILES);
	await store.sweep(async () => new Set(), Date.now());
	expect(copies()).toHaveLength(1);
	await store.sweep(async () => new Set(), Date.now() + 14 * HOUR);
	expect(copies()).toEqual([]);
	release();
	await Promise.all([...others, reading]);
});
