import { expect, test, vi } from "vitest";
import {
	forgetSecret,
	listSecrets,
	openSecrets,
	setSecret,
} from "../../../app/accounts/staff/setting-secrets.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

const SECRET = "the-secret-of-this-installation-of-a-test";
const KEY = "sk-or-very-secret-a1b2";

eachDatabase((openTestDb) => {
	test("a secret is sealed, known by its end, and opened only by this installation", async () => {
		const db = await openTestDb();
		await setSecret(db, SECRET, { id: "models/one", value: "short", setBy: null }, 1);
		await setSecret(db, SECRET, { id: "models/one", value: KEY, setBy: null }, 2);
		await setSecret(db, SECRET, { id: "models/two", value: "short", setBy: null }, 3);
		await setSecret(db, SECRET, { id: "tools/one", value: "of another section", setBy: null }, 3);
		const rows = JSON.stringify(await db.selectFrom("setting_secrets").selectAll().execute());
		expect(rows).not.toContain("very-secret");
		expect(rows).not.toContain("short");
		expect(await listSecrets(db, "models")).toEqual(
			new Map([
				["one", { tail: "a1b2", setAt: 2 }],
				["two", { tail: "", setAt: 3 }],
			]),
		);
		const opened = await openSecrets(db, SECRET, "models", () => {
			throw new Error("unreadable");
		});
		expect(opened).toEqual(
			new Map([
				["one", KEY],
				["two", "short"],
			]),
		);
		const unreadable = vi.fn();
		expect(await openSecrets(db, `${SECRET}!`, "models", unreadable)).toEqual(new Map());
		expect(unreadable).toHaveBeenCalledTimes(2);
		await forgetSecret(db, "models/one");
		expect([...(await listSecrets(db, "models")).keys()]).toEqual(["two"]);
	});
});
