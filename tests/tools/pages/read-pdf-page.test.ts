import { afterEach, expect, test, vi } from "vitest";
import { readPdfPage } from "../../../app/tools/pages/read-pdf-page.server.ts";
import { pdf } from "../../support/documents/pdf.ts";

afterEach(() => void vi.restoreAllMocks());

test("a busy server makes no page too hard: the clock does not end its reading", async () => {
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
	const page = await readPdfPage(pdf([["Dogovor arendy kvartiry"]]), new AbortController().signal);
	expect(page.text).toContain("Dogovor arendy kvartiry");
});

test("a call that is aborted ends it", async () => {
	const reading = readPdfPage(pdf([["Dogovor"]]), AbortSignal.abort(new Error("left")));
	await expect(reading).rejects.toThrow("left");
});
