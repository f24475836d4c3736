import { expect, test } from "vitest";
import { foundDate } from "../../../app/layouts/chat/search/load-search.server.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");

test.each([
	["2026-11-20T21:05:00Z", "00:05"],
	["2026-11-20T20:59:00Z", "20 ноября"],
	["2026-01-01T00:00:00Z", "1 января"],
	["2025-12-31T20:59:00Z", "31 декабря 2025"],
])("in Moscow, what was written at %s is found with «%s»", (at, date) => {
	expect(foundDate(Date.parse(at), NOW).replace(/\u00a0/g, " ")).toBe(date);
});
