import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { enrol, setUpAdminSites } from "./enrol.ts";

const STATE = "/admin/state";
const MAKE = `${STATE}?do=backup`;

const { start, end } = setUpAdminSites();
const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
	await end();
	await Promise.all(removals.map((remove) => remove()));
});

describe.each(["SQLite", "PostgreSQL"])("a copy of the data, on %s", (name) => {
	test("is made after the proof, without script, once for two who ask, and is an entry of the journal", async () => {
		const database = name === "PostgreSQL" ? await emptyPostgres() : null;
		if (database) removals.push(database.remove);
		const secret = { SESSION_SECRET: "a-secret-of-this-test-only-0123456789" };
		const site = await start(database ? { DATABASE_URL: database.url, ...secret } : {});
		const [owner, support] = [await enrol(site, "owner", "owner"), await enrol(site, "support", "support")];
		const journal = () => site.db.selectFrom("staff_events").select(["act", "actor_role"]).execute();
		const folder = join(site.instance.dataDir, "backups");

		expect((await support.post(MAKE, { currentPassword: support.password })).status).toBe(403);
		expect(await (await owner.fetch(STATE)).text()).toContain("ещё ни одной");
		expect(await (await owner.fetch(MAKE)).text()).toContain("backups");
		const refused = await owner.post(MAKE, { currentPassword: "не тот пароль" });
		expect([refused.status, await journal()]).toEqual([400, []]);

		const asked = await owner.post(MAKE, { currentPassword: owner.password });
		expect([asked.status, asked.headers.get("Location")]).toEqual([303, STATE]);
		expect(await (await owner.fetch(STATE)).text()).toContain("Копия заказана");
		await owner.post(MAKE, {});
		const files = () => readdirSync(folder).filter((file) => file.endsWith(".backup"));
		await expect.poll(files).toHaveLength(1);
		expect(files()[0]).toMatch(/^asked-\d{8}T\d{6}Z\.backup$/);
		expect((await journal())[0]).toEqual({ act: "backup-asked", actor_role: "owner" });
		expect(await (await owner.fetch(STATE)).text()).not.toContain("ещё ни одной");
	});
});
