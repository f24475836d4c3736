import { afterEach, describe, expect, test, vi } from "vitest";
import { passwordProblem } from "../../app/accounts/password/password-rules.server.ts";
import { hashPassword, verifyPassword } from "../../app/accounts/password/passwords.server.ts";
import { rename } from "../../app/accounts/rename.server.ts";
import { hashOfTyped } from "../../app/billing/bills/activation-code.server.ts";
import { parsePromoCode } from "../../app/billing/promo-codes/promo-code.server.ts";
import { highlight, parseQuery, shapesOf, snippet } from "../../app/chat/search/search-terms.server.ts";
import { quoteAround } from "../../app/files/library/quote.server.ts";
import { queryTerms } from "../../app/files/passages/passage-terms.server.ts";
import { clean } from "../../app/files/reading/process/text-output.server.ts";
import { cleanName } from "../../app/files/upload/file-name.server.ts";
import { toNfc } from "../../app/platform/to-nfc.server.ts";
import { eachDatabase } from "../support/database/databases.ts";

/** Marks of two classes: normalising sorts them by insertion, which takes the square of their number. */
const HOSTILE = `слово e${"\u0301".repeat(2_000)}${"\u0323".repeat(2_000)} конец`;
const OVERLONG = "e".repeat(1_025);

/** Each number of marks in a row, up to a character that ends the row for the normalisation. */
const partsOfRuns = (text: string) => text.replaceAll("\u034f", " ").match(/\p{M}+/gu) ?? [];
const longest = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length));

afterEach(() => vi.restoreAllMocks());

/** The texts that were normalised by an act. */
async function normalisedBy(act: () => unknown): Promise<string[]> {
	const spy = vi.spyOn(String.prototype, "normalize");
	await act();
	const texts = spy.mock.contexts.map(String);
	spy.mockRestore();
	return texts;
}

describe("check 54: no text is normalised with thousands of marks in a row, which holds the event loop", () => {
	test.each<[string, (text: string) => unknown]>([
		["a name of a file", cleanName],
		["text of a document", clean],
		["a question to documents", queryTerms],
		["a quotation of a document", (text) => quoteAround(text, (word) => word === "конец")],
		["a message for the index", (text) => [...shapesOf(text)]],
		["a message that was found", (text) => snippet(text, { terms: [], prefix: "конец" })],
		["a title that was found", (text) => highlight(text, { terms: [], prefix: "конец" })],
		["a search", parseQuery],
		["a promo code", parsePromoCode],
		["a code of a bill", hashOfTyped],
	])("%s", async (_, act) => {
		const texts = await normalisedBy(() => act(HOSTILE));
		expect(texts.length).toBeGreaterThan(0);
		expect(longest(texts.flatMap(partsOfRuns))).toBeLessThanOrEqual(30);
	});

	eachDatabase((openTestDb) => {
		test("a name of a person", async () => {
			const db = await openTestDb();
			const texts = await normalisedBy(() => rename(db, "nobody", HOSTILE));
			expect(longest(texts.flatMap(partsOfRuns))).toBe(30);
		});
	});

	test("a password is told to be too long before, and matches nobody's", async () => {
		const hashed = await hashPassword("верный пароль от чата");
		if (hashed === "busy") throw new Error("busy");
		for (const password of [HOSTILE, OVERLONG]) {
			const texts = await normalisedBy(async () => {
				expect(passwordProblem(password)).toBe("too-long");
				expect(await verifyPassword(password, hashed.hash)).toBe(false);
				expect(await verifyPassword(password, null)).toBe(false);
			});
			expect(longest(texts)).toBe(0);
		}
	});

	test("every password that may be chosen is still taken: 128 characters of four marks each", () => {
		const decomposed = "ᾂ".normalize("NFD");
		expect(decomposed).toHaveLength(4);
		expect(passwordProblem(decomposed.repeat(64) + "кофе с молоком и снегом".repeat(2))).toBeNull();
		expect(passwordProblem("𝒜𝒷𝒸𝒹".repeat(32).slice(0, 254))).not.toBe("too-long");
	});

	test("ordinary text is its NFC, and nothing of any text is lost", () => {
		for (const text of ["йё", "и\u0306 e\u0301\u0323", "क्षि", `з${"\u0301".repeat(30)}`, ""])
			expect(toNfc(text)).toBe(text.normalize("NFC"));
		const marks = (text: string) => [...text.normalize("NFD").replaceAll("\u034f", "")].toSorted().join("");
		expect(marks(toNfc(HOSTILE))).toBe(marks(HOSTILE));
	});
});
