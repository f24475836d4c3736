import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sessionCookie } from "../../app/accounts/http/cookies.server.ts";
import {
	redirectSignedIn,
	requireAccount,
	sessionMiddleware,
	signedIn,
} from "../../app/accounts/http/guards.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../app/platform/db/service.server.ts";
import {
	accountContext,
	clientAddressContext,
	sessionContext,
} from "../../app/platform/http/context.server.ts";
import { DAY, MINUTE, somebody, world } from "./world.ts";

let sessionToken: string;
let accountId: string;
let stopDatabase: () => Promise<void>;
beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	({ sessionToken, id: accountId } = await somebody(
		await world(async () => db()),
		undefined,
		Date.now() - DAY,
	));
});
afterAll(() => stopDatabase());

/** What a middleware threw instead of going on. */
async function thrownBy(running: Promise<unknown>): Promise<Response> {
	const thrown = await running.then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(thrown instanceof Response)) throw new Error("Expected a thrown response.");
	return thrown;
}

type Middleware = typeof sessionMiddleware;

function requestOf(path: string, { cookie = "", ...init }: RequestInit & { cookie?: string } = {}) {
	const request = new Request(`http://localhost:3000${path}`, {
		...init,
		headers: { ...init.headers, ...(cookie ? { Cookie: cookie } : {}) },
	});
	const context = new RouterContextProvider();
	context.set(clientAddressContext, "192.0.2.1");
	// As the framework gives it: without `.data` and its own parameters.
	const url = new URL(request.url.replace(/\.data\b/, "").replace(/[?&]_routes=[^&]*/, ""));
	const run = async (middleware: Middleware, respond = () => new Response("ok")) =>
		(await middleware({ request, context, url, params: {}, pattern: "" }, async () => respond())) as Response;
	return { context, run };
}

const seenAgo = (ms: number) =>
	db()
		.updateTable("sessions")
		.set({ seen_at: Date.now() - ms })
		.execute();

describe("the session", () => {
	test("is looked up from the cookie and handed to the loaders", async () => {
		await seenAgo(0);
		const { context, run } = requestOf("/chat", { cookie: `${sessionCookie.name}=${sessionToken}` });
		const response = await run(sessionMiddleware);
		expect(context.get(accountContext)).toEqual({
			id: accountId,
			email: "anna@example.ru",
			name: null,
			role: null,
			defaultModel: null,
		});
		expect(context.get(sessionContext)).toMatch(/^[0-9a-f-]{36}$/);
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(signedIn(context).id).toBe(accountId);
	});

	test.each(["", "s=", `s=${"A".repeat(43)}`, `s=${"A".repeat(4096)}`, "s=%E0%A4%A", "s=a; s=b"])(
		"«%s» is nobody",
		async (cookie) => {
			const { context, run } = requestOf("/chat", { cookie });
			expect((await run(sessionMiddleware)).status).toBe(200);
			expect(context.get(accountContext)).toBeNull();
			expect(() => signedIn(context)).toThrow("requireAccount");
		},
	);

	test("without a cookie the database is not asked", async () => {
		const asked = vi.spyOn(db().getExecutor(), "executeQuery");
		await requestOf("/", { cookie: "t=dark" }).run(sessionMiddleware);
		expect(asked).not.toHaveBeenCalled();
		await requestOf("/", { cookie: `s=${sessionToken}` }).run(sessionMiddleware);
		expect(asked).toHaveBeenCalledOnce();
		asked.mockRestore();
	});

	test("a visit that was written down gives the same value a new term, once", async () => {
		await seenAgo(11 * MINUTE);
		const cookie = `${sessionCookie.name}=${sessionToken}`;
		expect((await requestOf("/chat", { cookie }).run(sessionMiddleware)).headers.getSetCookie()).toEqual([
			sessionCookie.set(sessionToken),
		]);
		expect((await requestOf("/chat", { cookie }).run(sessionMiddleware)).headers.getSetCookie()).toEqual([]);
	});

	test("a cookie that the action has set stays as it is", async () => {
		await seenAgo(11 * MINUTE);
		const own = sessionCookie.set("N".repeat(43));
		const respond = () => new Response(null, { status: 303, headers: { "Set-Cookie": own } });
		const { run } = requestOf("/login", { cookie: `${sessionCookie.name}=${sessionToken}` });
		expect((await run(sessionMiddleware, respond)).headers.getSetCookie()).toEqual([own]);
	});
});

describe("guarded screens", () => {
	test.each([
		["/chat", "/chat"],
		["/chat?c=1&q=а б", "/chat?c=1&q=%D0%B0%20%D0%B1"],
		["/FAQ", "/FAQ"],
		["/chat.data?c=1&_routes=routes%2Fchat", "/chat?c=1"],
	])("an anonymous visitor of %s signs in first and comes back", async (path, back) => {
		const response = await thrownBy(requestOf(path).run(requireAccount));
		expect(response.status).toBe(302);
		const location = new URL(response.headers.get("Location") ?? "", "http://localhost:3000");
		expect(location.pathname).toBe("/login");
		expect(decodeURI(location.searchParams.get("redirectTo") ?? "")).toBe(decodeURI(back));
		expect(response.headers.get("Cache-Control")).toBe("no-store");
	});

	test("whose session ended while a form was open comes back to its page", async () => {
		const send = async (Referer: string) => {
			const { run } = requestOf("/chat/stop", { method: "POST", headers: { Referer } });
			const response = await thrownBy(run(requireAccount));
			return new URL(response.headers.get("Location") ?? "", "http://localhost:3000").searchParams.get(
				"redirectTo",
			);
		};
		expect(await send("http://localhost:3000/chat?c=7")).toBe("/chat?c=7");
		expect(await send("https://evil.example/chat")).toBe("/chat/stop");
		expect(await send("")).toBe("/chat/stop");
	});

	test("somebody who is signed in passes, and is sent from the doors to the chat", async () => {
		const { context, run } = requestOf("/login");
		context.set(accountContext, {
			id: accountId,
			email: "anna@example.ru",
			name: null,
			role: null,
			defaultModel: null,
		});
		expect(await (await run(requireAccount)).text()).toBe("ok");
		const response = await thrownBy(run(redirectSignedIn));
		expect([response.status, response.headers.get("Location")]).toEqual([302, "/chat"]);
	});

	test("the doors stay open for a visitor, and for a form already on its way", async () => {
		expect(await (await requestOf("/login").run(redirectSignedIn)).text()).toBe("ok");
		const { context, run } = requestOf("/login", { method: "POST" });
		context.set(accountContext, {
			id: accountId,
			email: "anna@example.ru",
			name: null,
			role: null,
			defaultModel: null,
		});
		expect(await (await run(redirectSignedIn)).text()).toBe("ok");
	});
});
