import { expect, test } from "vitest";
import { plans } from "../../../../app/billing/plans/plans.server.ts";
import {
	modelsText,
	moveModel,
	newModelId,
	problemsOf,
	type WrittenServer,
	withModel,
	withServer,
	writtenServers,
} from "../../../../app/chat/providers/stored/change-models.server.ts";

const servers: WrittenServer[] = [
	{ id: "one", baseUrl: "https://one.example.ru/v1", models: [{ id: "a" }, { id: "b" }] },
	{ baseUrl: "https://two.example.ru/v1", models: [{ id: "c" }] },
];
const order = (list: readonly WrittenServer[]) =>
	list.map(({ models }) => models.map(({ id }) => id).join("")).join(" ");

test("a text of servers is read as it was written", () => {
	expect(writtenServers(modelsText(servers))).toEqual(servers);
	expect(writtenServers(undefined)).toEqual([]);
});

test("a model moves within its server, and past its end the server does", () => {
	expect(order(moveModel(servers, "a", 1))).toBe("ba c");
	expect(order(moveModel(servers, "b", 1))).toBe("c ab");
	expect(order(moveModel(servers, "c", -1))).toBe("c ab");
	expect(order(moveModel(servers, "a", -1))).toBe("ab c");
	expect(order(moveModel(servers, "nothing", -1))).toBe("ab c");
});

test("models and servers are replaced and taken out by their names, a server without an id by its place", () => {
	expect(order(withModel(servers, "a", null))).toBe("b c");
	expect(order(withServer(servers, "place-1", null))).toBe("ab");
	expect(order(withServer(servers, "one", null))).toBe("c");
	expect(newModelId("d", servers)).toBe("d");
	expect(newModelId("a", servers)).toBe("a-2");
});

test("what would not count is said in words: a spare that is none, a model twice, a spare abroad", () => {
	const problems = (...models: WrittenServer["models"]) =>
		problemsOf(
			modelsText([{ baseUrl: "https://one.example.ru/v1", crossBorder: false, models }]),
			new Map(),
			plans(),
			1_000,
		).join();
	expect(problems({ id: "a" })).toBe("");
	expect(problems({ id: "a", spare: "gone" })).toContain("«gone»");
	expect(problems({ id: "a" }, { id: "a" })).toContain("повторяются");
	expect(problems({ id: "a", contextTokens: 1 })).toContain("contextTokens");
	// All are off: nothing has to fit the plans.
	expect(problems({ id: "a", off: true })).toBe("");
});
