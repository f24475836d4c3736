import { describe, expect, test } from "vitest";
import { rename } from "../../app/accounts/rename.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { somebody, world } from "./world.ts";

describe("the name of an account", () => {
	eachDatabase((openTestDb) => {
		test("is up to 60 characters as people count them, tidied, and taken away by an empty one", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const nameAfter = async (name: string) => {
				const { outcome } = await rename(at.db, id, name);
				const row = await at.db
					.selectFrom("accounts")
					.select("name")
					.where("id", "=", id)
					.executeTakeFirstOrThrow();
				return [outcome, row.name];
			};
			expect(await nameAfter("  Анна   Ковалёва ")).toEqual(["renamed", "Анна Ковалёва"]);
			// Two code points: people see one letter, and so do we.
			expect(await nameAfter("й".normalize("NFD"))).toEqual(["renamed", "й"]);
			const flags = "🇷🇺".repeat(60);
			expect(await nameAfter(flags)).toEqual(["renamed", flags]);
			expect(await nameAfter(`${flags}я`)).toEqual(["too-long", flags]);
			expect(await nameAfter("Я".repeat(61))).toEqual(["too-long", flags]);
			// One «character» of a thousand marks.
			expect(await nameAfter(`Я${"\u0301".repeat(1_000)}`)).toEqual(["too-long", flags]);
			expect(await nameAfter(" ")).toEqual(["renamed", null]);
		});

		test.each(["Анна\r\nBcc: x@y.ru", "Анна\u0000", "Ан\u202eна", "Ан\u2028на", "\u001b[31mАнна"])(
			"with a character that is none (%j) is refused (check 20)",
			async (name) => {
				const at = await world(openTestDb);
				const { id } = await somebody(at);
				expect(await rename(at.db, id, name)).toEqual({ outcome: "control-characters" });
			},
		);
	});
});
