import { describe, expect, test } from "vitest";
import { confirmByLink } from "../../../app/accounts/registration/confirm-email.server.ts";
import { register } from "../../../app/accounts/registration/register.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { beginOAuth } from "../../../app/accounts/yandex/begin-oauth.server.ts";
import { findRegistering } from "../../../app/accounts/yandex/find-registering.server.ts";
import { handleCallbackToken } from "../../../app/accounts/yandex/oauth-callback.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { CLIENT_ID, yandexPerson } from "../../support/fakes/fake-yandex.ts";
import { ANNA, accepted, client, email, HOUR, MINUTE, NOW, somebody, tokenOf, type World } from "../world.ts";
import { APP_URL, arrive, callbackParams, goAndReturn, withFakeYandex, yandexWorld } from "./world.ts";

const held = withFakeYandex();

describe("sign-in through Yandex", () => {
	eachDatabase((openTestDb, database) => {
		const open = (changed = {}) => yandexWorld(openTestDb, held.yandex, changed);
		/** Somebody new, from the button to the account. */
		async function newcomer(at: World, who = held.yandex.scripted.person) {
			held.yandex.scripted.person = who;
			const outcome = await arrive(at, await goAndReturn(at, held.yandex));
			if (outcome.outcome !== "registering") throw new Error(outcome.outcome);
			const yandex = await findRegistering(at.db, outcome.stateToken, NOW);
			if (!yandex) throw new Error("nobody registers");
			const form = { email: email(yandex.email ?? "anna@example.ru"), yandex, accepted };
			const begun = await register(at.db, at.settings, form, client(), NOW);
			if (begun.outcome !== "registered") throw new Error(begun.outcome);
			return { ...begun, yandex, token: tokenOf(begun.trialLink), stateToken: outcome.stateToken };
		}
		const confirm = (at: World, begun: { token: string; bindingToken: string | null }, more = {}) =>
			confirmByLink(at.db, at.settings, { ...begun, ...more }, client(), NOW);
		const rows = (at: World) => at.db.selectFrom("identities").selectAll().execute();

		test("the way out names us, the two rights, the return address, a state and a challenge", async () => {
			const at = await open();
			const begun = await beginOAuth(
				at.db,
				at.settings,
				{ purpose: "sign-in", redirectTo: "/payment" },
				client(),
				NOW,
			);
			const address = begun.outcome === "begun" ? begun.address : "";
			expect(address).toContain("scope=login%3Ainfo%20login%3Aemail");
			const query = Object.fromEntries(new URL(address).searchParams);
			expect(query).toEqual({
				response_type: "code",
				client_id: CLIENT_ID,
				redirect_uri: `${APP_URL}/login/yandex/callback`,
				scope: "login:info login:email",
				state: expect.stringMatching(/^[\w-]{43}$/),
				code_challenge: expect.stringMatching(/^[\w-]{43}$/),
				code_challenge_method: "S256",
			});
			const stored = JSON.stringify(await at.db.selectFrom("yandex_visits").selectAll().execute());
			expect(stored).not.toContain(query.state);
			expect(stored).not.toContain(begun.outcome === "begun" ? begun.stateToken : "?");
		});

		test("somebody new registers without a password, confirms, and then comes in by Yandex alone", async () => {
			const at = await open();
			const person = yandexPerson({ real_name: " Анна\u202e  Ковалёва\n" });
			const begun = await newcomer(at, person);
			expect(begun.yandex).toMatchObject({ subject: person.id, login: person.login, name: "Анна Ковалёва" });
			expect(await at.db.selectFrom("accounts").selectAll().execute()).toEqual([]);
			const confirmed = await confirm(at, begun);
			expect(confirmed.outcome).toBe("confirmed");
			const account = await at.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
			expect(account).toMatchObject({
				password_hash: null,
				name: "Анна Ковалёва",
				email: person.default_email,
			});
			expect(await rows(at)).toMatchObject([
				{ provider: "yandex", subject: person.id, login: person.login, account_id: account.id },
			]);

			const back = await arrive(at, await goAndReturn(at, held.yandex, "/payment?plan=x"));
			expect(back).toMatchObject({ outcome: "signed-in", redirectTo: "/payment?plan=x" });
			const session = back.outcome === "signed-in" ? back.sessionToken : "";
			expect((await findSession(at.db, session, client(), NOW))?.account.id).toBe(account.id);
			const events = await at.db.selectFrom("account_events").select("kind").execute();
			expect(events.map(({ kind }) => kind).sort()).toEqual(["registered", "signed-in", "yandex-linked"]);
		});

		test("check 32: a missing, foreign or replayed state and a foreign cookie are refused without asking Yandex", async () => {
			const at = await open();
			await confirm(at, await newcomer(at));
			const [mine, other] = [await goAndReturn(at, held.yandex), await goAndReturn(at, held.yandex)];
			const asked = held.yandex.requests.length;
			const sessions = () => at.db.selectFrom("sessions").select("id").execute();
			const before = (await sessions()).length;
			for (const wrong of [
				{ ...mine, state: null },
				{ ...mine, state: "" },
				{ ...mine, state: other.state },
				{ ...mine, state: "A".repeat(43) },
				{ ...mine, state: `${mine.state}'` },
				{ ...mine, stateToken: null },
				{ ...mine, stateToken: other.stateToken },
				{ ...mine, stateToken: "B".repeat(43) },
			] as (typeof mine)[]) {
				expect(await arrive(at, wrong), JSON.stringify(wrong)).toEqual({ outcome: "late" });
			}
			expect(held.yandex.requests).toHaveLength(asked);
			expect(await sessions()).toHaveLength(before);
			// None of this has used the state up; the right return does, once.
			expect(await arrive(at, mine)).toMatchObject({ outcome: "signed-in" });
			expect(await arrive(at, mine)).toEqual({ outcome: "late" });
			expect(await arrive(at, other, {}, NOW + 10 * MINUTE)).toEqual({ outcome: "late" });
		});

		test("check 32: of ten returns with one state at the same time one signs in", async () => {
			const at = await open();
			await confirm(at, await newcomer(at));
			const back = await goAndReturn(at, held.yandex);
			const outcome = await Promise.all(Array.from({ length: 10 }, () => arrive(at, back)));
			expect(outcome.filter(({ outcome }) => outcome === "signed-in")).toHaveLength(1);
			expect(outcome.filter(({ outcome }) => outcome === "late")).toHaveLength(9);
			expect(await at.db.selectFrom("sessions").select("id").execute()).toHaveLength(2);
		});

		test("check 32: a code of another sign-in does not fit the verifier of this one", async () => {
			const at = await open();
			const [mine, other] = [await goAndReturn(at, held.yandex), await goAndReturn(at, held.yandex)];
			expect(await arrive(at, { ...mine, code: other.code })).toEqual({ outcome: "late" });
		});

		test("somebody new whose e-mail has an account is sent to sign in, and nothing is linked", async () => {
			const at = await open();
			await somebody(at, ANNA);
			held.yandex.scripted.person = yandexPerson({ default_email: "Anna@Example.ru" });
			expect(await arrive(at, await goAndReturn(at, held.yandex))).toEqual({ outcome: "account-exists" });
			expect(await rows(at)).toEqual([]);
			expect(await at.db.selectFrom("yandex_visits").selectAll().execute()).toEqual([]);
		});

		test("check 1: where known e-mails are hidden, Yandex does not tell them either", async () => {
			const at = await open({ hideExistingAccounts: true });
			await somebody(at, ANNA);
			held.yandex.scripted.person = yandexPerson({ default_email: ANNA });
			const outcome = await arrive(at, await goAndReturn(at, held.yandex));
			if (outcome.outcome !== "registering") throw new Error(outcome.outcome);
			const yandex = await findRegistering(at.db, outcome.stateToken, NOW);
			if (!yandex) throw new Error("nobody registers");
			const hidden = await register(at.db, at.settings, { email: ANNA, yandex, accepted }, client(), NOW);
			expect(hidden.outcome).toBe("registered");
			expect(await rows(at)).toEqual([]);
		});

		test("without an e-mail, or with one that is none, the person gives one", async () => {
			const at = await open();
			for (const default_email of [undefined, null, "", "анна@@"]) {
				held.yandex.scripted.person = yandexPerson({ default_email });
				const outcome = await arrive(at, await goAndReturn(at, held.yandex));
				const registering = outcome.outcome === "registering" ? outcome.stateToken : null;
				expect(await findRegistering(at.db, registering, NOW)).toMatchObject({ email: null });
			}
		});

		test("who registers is known for an hour, by the cookie of this browser", async () => {
			const at = await open();
			const { stateToken } = await newcomer(at);
			expect(await findRegistering(at.db, stateToken, NOW + HOUR - 1)).not.toBeNull();
			expect(await findRegistering(at.db, stateToken, NOW + HOUR)).toBeNull();
			expect(await findRegistering(at.db, "A".repeat(43), NOW)).toBeNull();
			const { stateToken: onTheWay } = await goAndReturn(at, held.yandex);
			expect(await findRegistering(at.db, onTheWay, NOW)).toBeNull();
		});

		test("check 10: confirmed in another browser, its password counts and the Yandex ID opens nothing", async () => {
			const at = await open();
			const begun = await newcomer(at);
			const elsewhere = { token: begun.token, bindingToken: null };
			expect(await confirm(at, elsewhere)).toMatchObject({ outcome: "needs-password" });
			const own = { newPassword: "совсем другие слова", accepted };
			expect(await confirm(at, elsewhere, own)).toMatchObject({ outcome: "confirmed" });
			expect(await rows(at)).toEqual([]);
			const account = await at.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
			expect(account.password_hash).toMatch(/^\$argon2id/);
			expect(account.name).toBeNull();
		});

		test("check 10: a registration with a password takes the Yandex ID of the one before away", async () => {
			const at = await open();
			const { yandex } = await newcomer(at);
			const to = email(yandex.email ?? "");
			const form = { email: to, password: "верный пароль от чата", accepted };
			const begun = await register(at.db, at.settings, form, client(2), NOW);
			if (begun.outcome !== "registered") throw new Error(begun.outcome);
			await confirm(at, { token: tokenOf(begun.trialLink), bindingToken: begun.bindingToken });
			expect(await rows(at)).toEqual([]);
			const account = await at.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
			expect(account).toMatchObject({ name: null, password_hash: expect.stringContaining("$argon2id") });
		});

		test("a Yandex ID that has got an account meanwhile gets no second one", async () => {
			const at = await open();
			const first = await newcomer(at);
			const again = { email: email("second@example.ru"), yandex: first.yandex, accepted };
			const second = await register(at.db, at.settings, again, client(), NOW);
			if (second.outcome !== "registered") throw new Error(second.outcome);
			const both = await Promise.all([
				confirm(at, first),
				confirm(at, { token: tokenOf(second.trialLink), bindingToken: second.bindingToken }),
			]);
			expect(both.map(({ outcome }) => outcome).sort()).toEqual(["confirmed", "yandex-taken"]);
			for (const table of ["accounts", "identities", "sessions"] as const) {
				expect(await at.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1);
			}
			const third = { ...again, email: email("third@example.ru") };
			expect(await register(at.db, at.settings, third, client(), NOW)).toEqual({ outcome: "yandex-taken" });
		});

		test("a blocked account stays shut, and a closed registration takes nobody in", async () => {
			const at = await open({ registration: "closed" });
			expect(await arrive(at, await goAndReturn(at, held.yandex))).toEqual({ outcome: "closed" });
			const { id } = await somebody({ ...at, settings: { ...at.settings, registration: "open" } });
			const { id: subject, login } = held.yandex.scripted.person;
			await at.db
				.insertInto("identities")
				.values({ provider: "yandex", subject, login, account_id: id, linked_at: NOW })
				.execute();
			expect(await arrive(at, await goAndReturn(at, held.yandex))).toMatchObject({ outcome: "signed-in" });
			await at.db.updateTable("accounts").set({ state: "blocked" }).execute();
			expect(await arrive(at, await goAndReturn(at, held.yandex))).toEqual({ outcome: "blocked" });
		});

		test("past the throttle nobody is sent out any more, from this network only", async () => {
			const at = await open();
			const begin = (n: number) =>
				beginOAuth(at.db, at.settings, { purpose: "sign-in", redirectTo: null }, client(n), NOW);
			for (let i = 0; i < 30; i++) expect(await begin(1)).toMatchObject({ outcome: "begun" });
			expect(await begin(1)).toEqual({ outcome: "too-many-attempts", retryAfterSeconds: 10 });
			expect(await begin(2)).toMatchObject({ outcome: "begun" });
		});

		describe("with a token in the fragment", () => {
			async function bring(at: World, more: { accessToken?: string; error?: string } = {}) {
				const begun = await beginOAuth(
					at.db,
					at.settings,
					{ purpose: "token", redirectTo: "/FAQ" },
					client(),
					NOW,
				);
				if (begun.outcome !== "begun") throw new Error(begun.outcome);
				const address = await held.yandex.follow(begun.address);
				expect(address.startsWith(`${APP_URL}/suggest/token#`)).toBe(true);
				const accessToken = new URLSearchParams(new URL(address).hash.slice(1)).get("access_token") ?? "";
				return {
					stateToken: begun.stateToken,
					...callbackParams(address),
					accessToken,
					...more,
					replaces: null,
				};
			}
			type Brought = Awaited<ReturnType<typeof bring>>;
			const hand = (at: World, brought: Brought) =>
				handleCallbackToken(at.db, at.settings, brought, client(), NOW);

			test("signs in with the state that this browser took along, and once", async () => {
				const at = await open();
				await confirm(at, await newcomer(at));
				const brought = await bring(at);
				expect(await hand(at, { ...brought, state: "A".repeat(43) })).toEqual({ outcome: "late" });
				expect(await hand(at, { ...brought, stateToken: null as unknown as string })).toEqual({
					outcome: "late",
				});
				expect(await hand(at, brought)).toMatchObject({ outcome: "signed-in", redirectTo: "/FAQ" });
				expect(await hand(at, brought)).toEqual({ outcome: "late" });
			});

			test("check 32: a token that another application was given signs nobody in", async () => {
				const at = await open();
				await confirm(at, await newcomer(at));
				const stolen = held.yandex.giveToken(held.yandex.scripted.person, "another-application");
				expect(await hand(at, await bring(at, { accessToken: stolen }))).toEqual({ outcome: "late" });
				for (const odd of ["", "x", "y0_\r\nX: 1", "я", "a".repeat(2_001)]) {
					expect(await hand(at, await bring(at, { accessToken: odd }))).toEqual({ outcome: "late" });
				}
			});

			test("check 32: a state for a code does not take a token, nor the other way round", async () => {
				const at = await open();
				const byCode = await goAndReturn(at, held.yandex);
				const byToken = await bring(at);
				expect(await hand(at, { ...byToken, stateToken: byCode.stateToken, state: byCode.state })).toEqual({
					outcome: "late",
				});
				expect(await arrive(at, { ...byCode, stateToken: byToken.stateToken, state: byToken.state })).toEqual(
					{
						outcome: "late",
					},
				);
			});

			test("a refusal in the fragment is a refusal", async () => {
				const at = await open();
				expect(await hand(at, await bring(at, { error: "access_denied" }))).toEqual({ outcome: "cancelled" });
			});
		});

		if (database === "PostgreSQL") return;
		describe("when Yandex does not help", () => {
			test.each([
				["token-500", "unreachable", "/token: status 500 internal"],
				["token-hangs", "unreachable", "/token: timeout"],
				["token-is-no-json", "unreachable", "/token: unreadable"],
				["token-is-something-else", "unreachable", "/token: unreadable"],
				["redirects", "unreachable", "/token: redirect 302"],
				["info-500", "unreachable", "/info: status 500 internal"],
				["info-hangs", "unreachable", "/info: timeout"],
				["info-is-no-json", "unreachable", "/info: unreadable"],
				["info-is-something-else", "unreachable", "/info: unreadable"],
			] as const)("%s ends as %s, and nobody is signed in", async (trouble, outcome, detail) => {
				const at = await open();
				const back = await goAndReturn(at, held.yandex);
				held.yandex.scripted.trouble = trouble;
				const asked = held.yandex.requests.length;
				if (at.settings.yandex && trouble.endsWith("hangs")) {
					// The call before it gets a real answer, in whatever time a busy machine takes.
					const isNext = () => held.yandex.requests.length - asked === (trouble === "info-hangs" ? 1 : 0);
					Object.defineProperty(at.settings.yandex, "timeoutMs", { get: () => (isNext() ? 3_000 : 60_000) });
				}
				expect(await arrive(at, back)).toEqual({ outcome, detail });
				// The code is given away once and for all: that call is never repeated.
				const calls = held.yandex.requests.slice(asked).filter(({ path }) => path === "/token");
				expect(calls).toHaveLength(1);
				expect(await at.db.selectFrom("yandex_visits").selectAll().execute()).toEqual([]);
			});

			test("check 32: a profile given to another application is refused", async () => {
				const at = await open();
				held.yandex.scripted.trouble = "foreign-client";
				expect(await arrive(at, await goAndReturn(at, held.yandex))).toEqual({ outcome: "late" });
			});

			test("a server that is not there at all", async () => {
				const at = await open();
				const back = await goAndReturn(at, held.yandex);
				if (at.settings.yandex) at.settings.yandex.oauthUrl = "http://127.0.0.1:9";
				expect(await arrive(at, back)).toEqual({
					outcome: "unreachable",
					detail: "/token: network ECONNREFUSED",
				});
			});

			test("check 58: a refused secret is told to the operator, without the secret, the code or the verifier", async () => {
				const at = await open();
				held.yandex.scripted.secret = "another";
				const outcome = await arrive(at, await goAndReturn(at, held.yandex));
				expect(outcome).toEqual({ outcome: "refused", detail: "/token: status 400 invalid_client" });
			});

			test("a person who says no, and an application that Yandex has blocked", async () => {
				const at = await open();
				held.yandex.scripted.does = "deny";
				expect(await arrive(at, await goAndReturn(at, held.yandex))).toEqual({ outcome: "cancelled" });
				held.yandex.scripted.does = "meet-a-blocked-application";
				expect(await arrive(at, await goAndReturn(at, held.yandex))).toEqual({
					outcome: "refused",
					detail: "/authorize: unauthorized_client",
				});
			});
		});
	});
});
