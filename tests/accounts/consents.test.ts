import { describe, expect, test } from "vitest";
import { lastEvents } from "../../app/accounts/audit/account-events.server.ts";
import { agreeToNews, consentsOf, withdrawNews } from "../../app/accounts/consents.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { accepted, client, NOW, somebody, world } from "./world.ts";

describe("consents", () => {
	eachDatabase((openTestDb) => {
		test("news can be given, taken back and given again; every word stays on record", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const kinds = async () => (await consentsOf(at.db, id)).map(({ kind, act }) => `${kind} ${act}`);
			expect(await kinds()).toEqual(["offer given", "personal-data given"]);
			// There is nothing to take back yet.
			await withdrawNews(at.db, id, client(), NOW + 1);
			expect(await kinds()).toEqual(["offer given", "personal-data given"]);

			await agreeToNews(at.db, id, "2026-11-03", client(), NOW + 2);
			await agreeToNews(at.db, id, "2026-11-04", client(), NOW + 3);
			expect((await consentsOf(at.db, id)).at(-1)).toEqual({
				kind: "news",
				act: "given",
				version: "2026-11-03",
				at: NOW + 2,
			});
			await withdrawNews(at.db, id, client(), NOW + 4);
			expect((await kinds()).at(-1)).toBe("news withdrawn");
			await agreeToNews(at.db, id, "2026-11-04", client(), NOW + 5);
			expect((await kinds()).at(-1)).toBe("news given");

			const rows = await at.db
				.selectFrom("consents")
				.select(["kind", "act", "document_version"])
				.where("account_id", "=", id)
				.orderBy("at")
				.orderBy("kind", "desc")
				.execute();
			expect(rows.map((row) => Object.values(row).join(" "))).toEqual([
				`personal-data given ${accepted.personalData}`,
				`offer given ${accepted.offer}`,
				"news given 2026-11-03",
				"news withdrawn 2026-11-03",
				"news given 2026-11-04",
			]);
			const events = (await lastEvents(at.db, id, 20)).map(({ kind }) => kind);
			expect(events.filter((kind) => kind.startsWith("consent"))).toEqual([
				"consent-given",
				"consent-withdrawn",
				"consent-given",
			]);
		});
	});
});
