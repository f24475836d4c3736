import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { missingDetails } from "../../app/operator/details.server.ts";
import { readDetails } from "../../app/operator/read-details.server.ts";

const folder = mkdtempSync(join(tmpdir(), "operator-"));
afterAll(() => rmSync(folder, { recursive: true }));

const app = { name: "Собеседник", url: "https://chat.example.ru" };

function read(operator: object | string) {
	const file = join(folder, `${crypto.randomUUID()}.json`);
	writeFileSync(file, typeof operator === "string" ? operator : JSON.stringify(operator));
	return readDetails(file, app);
}

describe("the operator's details", () => {
	test("without a file are all missing but the terms, which have defaults", () => {
		const details = readDetails(join(folder, "none.json"), app);
		expect(missingDetails(details)).toEqual(
			Object.keys(details).filter(
				(name) => name.startsWith("operator.") && name !== "operator.paymentProvider",
			),
		);
		expect(details).toMatchObject({
			"terms.ageLimit": "18",
			"terms.refundDays": "10",
			"app.name": "Собеседник",
		});
	});

	test("say who takes payments: the file, else the settings, else that nobody does", () => {
		const name = (paymentProvider?: string) =>
			readDetails(join(folder, "none.json"), { ...app, paymentProvider })["operator.paymentProvider"];
		expect(name("ЮKassa")).toBe("ЮKassa");
		expect(name()).toBe("пока не подключён");
	});

	test("of the example file lack nothing", () => {
		expect(missingDetails(readDetails("content/operator.example.json", app))).toEqual([]);
	});

	test("name the state's numbers by the legal form", () => {
		const numbers = { inn: "7700000000", ogrn: "1027700000000" };
		const ids = (operator: object) => read(operator)["operator.ids"];
		expect(ids({ kind: "company", ...numbers, kpp: "770001001" })).toBe(
			"ОГРН 1027700000000, ИНН 7700000000, КПП 770001001",
		);
		expect(ids({ kind: "sole-trader", ...numbers })).toBe("ОГРНИП 1027700000000, ИНН 7700000000");
		expect(ids({ kind: "self-employed", inn: "770000000000" })).toMatch(/^ИНН 770000000000, плательщик/);
		expect(ids({ kind: "company", inn: "7700000000" })).toBeNull();
		expect(ids(numbers)).toBeNull();
	});

	test("an empty line is not filled; the address for e-mails falls back to the address", () => {
		const details = read({ fullName: "  ", address: "Москва", email: "a@b.ru" });
		expect(details["operator.fullName"]).toBeNull();
		expect(details["operator.postalAddress"]).toBe("Москва");
		expect(details["operator.dataContact"]).toBe("a@b.ru");
	});

	test.each([
		["{", "это не JSON"],
		[{ innn: "7700000000" }, "innn"],
		[{ ageLimit: "18" }, "ageLimit"],
	])("%j stops the start and names the place", (operator, problem) => {
		expect(() => read(operator)).toThrow(problem);
	});
});
