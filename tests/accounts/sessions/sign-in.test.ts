import { describe, expect, test } from "vitest";
import type { Client } from "../../../app/accounts/http/request-client.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { signOut } from "../../../app/accounts/sessions/sign-out.server.ts";
import { throttleAll, throttles } from "../../../app/accounts/throttle.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import {
	ANNA,
	begin,
	client,
	email,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	SECOND,
	somebody,
	type World,
	world,
} from "../world.ts";

const enter = ({ db, settings }: World, password: string, from = client(), now = NOW, who: unknown = ANNA) =>
	signIn(db, settings, { email: who, password }, from, now);

describe("signing in", () => {
	eachDatabase((openTestDb) => {
		test("opens a session under a new value; the one this browser came with ends", async () => {
			const at = await world(openTestDb);
			const { sessionToken: before } = await somebody(at);
			const form = { email: "  ANNA@example.ru ", password: PASSWORD, replaces: before };
			const signed = await signIn(at.db, at.settings, form, client(), NOW);
			if (signed.outcome !== "signed-in") throw new Error(signed.outcome);
			expect(signed.sessionToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
			expect(signed.sessionToken).not.toBe(before);
			expect(await findSession(at.db, signed.sessionToken, client(), NOW)).not.toBeNull();
			expect(await findSession(at.db, before, client(), NOW)).toBeNull();
			const rows = JSON.stringify(await at.db.selectFrom("sessions").selectAll().execute());
			expect(rows).not.toContain(signed.sessionToken);
		});

		test("a wrong password, an unknown, an unconfirmed and an odd e-mail get the same answer", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			await begin(at, email("pending@example.ru"));
			const answers = [
				await enter(at, OTHER_PASSWORD),
				await enter(at, PASSWORD, client(), NOW, "nobody@example.ru"),
				await enter(at, PASSWORD, client(), NOW, "pending@example.ru"),
				await enter(at, PASSWORD, client(), NOW, "no e-mail at all"),
			];
			expect(answers).toEqual(Array(4).fill({ outcome: "wrong", triesLeft: 4 }));
			expect(await enter(at, PASSWORD, client(2), NOW, null)).toMatchObject({ outcome: "wrong" });
		});

		test("the password of one letter typed in two ways is the same", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			expect(await enter(at, PASSWORD.normalize("NFD"))).toMatchObject({ outcome: "signed-in" });
		});

		test("of fifty wrong passwords at once five are looked at; the owner elsewhere gets in", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const answers = await Promise.all(
				Array.from({ length: 50 }, (_, i) => enter(at, `не тот пароль ${i}`)),
			);
			expect(answers.filter(({ outcome }) => outcome === "wrong")).toHaveLength(5);
			expect(answers.filter(({ outcome }) => outcome === "too-many-attempts")).toHaveLength(45);
			expect(await enter(at, PASSWORD)).toEqual({ outcome: "too-many-attempts", retryAfterSeconds: 60 });
			expect(await enter(at, PASSWORD, client(2))).toMatchObject({ outcome: "signed-in" });
			expect(await enter(at, PASSWORD, client(), NOW + 60 * SECOND)).toMatchObject({ outcome: "signed-in" });
		});

		test("many addresses of one /64 count as one", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const from = (i: number) => ({ ip: `2001:db8:1:2::${i.toString(16)}`, userAgent: "" });
			for (let i = 1; i <= 5; i++)
				expect(await enter(at, OTHER_PASSWORD, from(i))).toMatchObject({ outcome: "wrong" });
			expect(await enter(at, OTHER_PASSWORD, from(6))).toMatchObject({ outcome: "too-many-attempts" });
		});

		test("one password tried on many e-mails is stopped by the network, many networks by the e-mail", async () => {
			const at = await world(openTestDb);
			// What 28 wrong attempts leave behind, without hashing for them.
			const count = (who: string, from: Client) =>
				throttleAll(at.db, throttles.signIn(at.settings.secret, who, from), NOW);
			for (let i = 0; i < 28; i++) {
				await count(`a${i}@example.ru`, client(1));
				await count(ANNA, client(i + 100));
			}
			const wide = await Promise.all(
				[1, 2, 3].map((i) => enter(at, PASSWORD, client(1), NOW, `b${i}@example.ru`)),
			);
			const deep = await Promise.all([1, 2, 3].map((i) => enter(at, PASSWORD, client(i + 200))));
			for (const answers of [wide, deep]) {
				expect(answers.filter(({ outcome }) => outcome === "wrong")).toHaveLength(2);
				expect(answers.filter(({ outcome }) => outcome === "too-many-attempts")).toHaveLength(1);
			}
		});

		test("who knows the password is not counted", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			for (let i = 0; i < 7; i++) expect(await enter(at, PASSWORD)).toMatchObject({ outcome: "signed-in" });
		});

		test("a blocked account says so only to who knows the password; its sessions are dead", async () => {
			const at = await world(openTestDb);
			const { sessionToken } = await somebody(at);
			await at.db.updateTable("accounts").set({ state: "blocked" }).execute();
			expect(await enter(at, OTHER_PASSWORD)).toMatchObject({ outcome: "wrong" });
			expect(await enter(at, PASSWORD)).toEqual({ outcome: "blocked" });
			expect(await findSession(at.db, sessionToken, client(), NOW)).toBeNull();
		});

		test("a hash of old parameters is made anew", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const old = await oldHash(PASSWORD);
			await at.db.updateTable("accounts").set({ password_hash: old }).execute();
			expect(await enter(at, PASSWORD)).toMatchObject({ outcome: "signed-in" });
			const { password_hash } = await at.db
				.selectFrom("accounts")
				.select("password_hash")
				.executeTakeFirstOrThrow();
			expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
			expect(await enter(at, PASSWORD)).toMatchObject({ outcome: "signed-in" });
		});

		test("of two sign-ins at once with a hash of old parameters both open a session", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			await at.db
				.updateTable("accounts")
				.set({ password_hash: await oldHash(PASSWORD) })
				.execute();
			const both = await Promise.all([enter(at, PASSWORD), enter(at, PASSWORD, client(2))]);
			expect(both.map(({ outcome }) => outcome)).toEqual(["signed-in", "signed-in"]);
		});

		test("signing out ends the session behind the cookie, and only that", async () => {
			const at = await world(openTestDb);
			const { sessionToken: one } = await somebody(at);
			const other = await enter(at, PASSWORD);
			await signOut(at.db, one, client(), NOW);
			await signOut(at.db, null, client(), NOW);
			await signOut(at.db, "odd", client(), NOW);
			expect(await findSession(at.db, one, client(), NOW)).toBeNull();
			expect(
				other.outcome === "signed-in" && (await findSession(at.db, other.sessionToken, client(), NOW)),
			).not.toBeNull();
		});
	});
});

async function oldHash(password: string): Promise<string> {
	const { argon2Sync } = await import("node:crypto");
	const nonce = Buffer.from("0123456789abcdef");
	const hash = argon2Sync("argon2id", {
		message: password,
		nonce,
		memory: 4096,
		passes: 1,
		parallelism: 1,
		tagLength: 32,
	});
	const plain = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
	return `$argon2id$v=19$m=4096,t=1,p=1$${plain(nonce)}$${plain(hash)}`;
}
