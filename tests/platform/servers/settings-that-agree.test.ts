import { expect, test } from "vitest";
import { readConfig } from "../../../app/platform/config.server.ts";
import { compareSettings, hashSettings } from "../../../app/platform/servers/settings-that-agree.server.ts";
import { PRODUCTION } from "../../support/instance.ts";

const hashes = (env: Record<string, string> = {}) => hashSettings(readConfig({ ...PRODUCTION, ...env }));
const differing = (env: Record<string, string>) => compareSettings(hashes(env), hashes());

test("servers with the same settings agree, whatever belongs to a machine alone", () => {
	const machine = { PORT: "4000", HOST: "10.0.0.2", DATA_DIR: "/other", LOG_LEVEL: "warn", TRUST_PROXY: "1" };
	expect(differing(machine)).toEqual({ harmful: [], harmless: [] });
});

test("what would do harm is told from what should be put right", () => {
	expect(differing({ APP_URL: "https://other.example.ru", MODEL_BASE_URL: "http://10.0.0.9/v1" })).toEqual({
		harmful: ["APP_URL"],
		harmless: ["MODEL_BASE_URL"],
	});
	expect(differing({ TZ_NAME: "Asia/Omsk", REGISTRATION: "closed" })).toEqual({
		harmful: ["TZ_NAME"],
		harmless: ["REGISTRATION"],
	});
});

test("with another secret only that is named: the other hashes are keyed by it", () => {
	const other = "another-secret-that-is-long-enough-for-a-test";
	expect(differing({ SESSION_SECRET: other, TZ_NAME: "Asia/Omsk" })).toEqual({
		harmful: ["SESSION_SECRET"],
		harmless: [],
	});
});

test("the hashes hold no value, and a short value cannot be guessed without the secret", () => {
	const one = hashes({ REGISTRATION: "closed" });
	expect(JSON.stringify(one)).not.toMatch(/closed|chat\.example\.ru|not-a-secret/);
	const two = hashes({
		REGISTRATION: "closed",
		SESSION_SECRET: "another-secret-that-is-long-enough-for-a-test",
	});
	expect(one.REGISTRATION).not.toBe(two.REGISTRATION);
});

test("a setting that only one release knows is not compared", () => {
	const { TZ_NAME: _, ...older } = hashes();
	expect(compareSettings(hashes({ TZ_NAME: "Asia/Omsk" }), older)).toEqual({ harmful: [], harmless: [] });
});
