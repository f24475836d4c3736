import { expect, test } from "vitest";
import { readDetails } from "../../app/operator/read-details.server.ts";
import { signatureOf } from "../../app/operator/signature.server.ts";

const app = { name: "Собеседник", url: "https://chat.example.ru" };

test("an e-mail is signed with the operator's legal name, numbers, address and e-mail", () => {
	expect(signatureOf(readDetails("content/operator.example.json", app))).toEqual([
		"Общество с ограниченной ответственностью «Пример»",
		"ОГРН 1027700000000, ИНН 7700000000, КПП 770001001",
		"101000, Москва, улица Примерная, дом 1",
		"help@example.ru",
	]);
});

test("what is not filled in is not there", () => {
	expect(signatureOf(readDetails("content/no-such-file.json", app))).toEqual([]);
});
