import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { type Instance, startInstance } from "../support/instance.ts";

type Screen = { id: string; path: string; layout: "default" | "auth" | "chat" | "faq"; guarded?: true };

/** The 23 screens of the specification, as it lists them. */
const SCREENS: Screen[] = [
	{ id: "S-2.3 S-6.2", path: "/", layout: "default" },
	{ id: "S-2.4", path: "/login", layout: "auth" },
	{ id: "S-2.5", path: "/registration", layout: "auth" },
	{ id: "S-2.6", path: "/registration/success", layout: "auth" },
	{ id: "S-2.7", path: "/registration/fail", layout: "auth" },
	{ id: "S-2.8", path: "/registration/account-already-exists", layout: "auth" },
	{ id: "S-2.9", path: "/verify-mail", layout: "auth" },
	{ id: "S-2.10", path: "/verify-mail/verify-mail-success", layout: "auth" },
	{ id: "S-2.11", path: "/verify-mail/verify-mail-fail", layout: "auth" },
	{ id: "S-2.12", path: "/reset-password", layout: "auth" },
	{ id: "S-2.13", path: "/reset-password/success", layout: "auth" },
	{ id: "S-2.14", path: "/reset-password/fail", layout: "auth" },
	{ id: "S-2.15", path: "/change-password", layout: "auth" },
	{ id: "S-2.16", path: "/change-password/success", layout: "auth" },
	{ id: "S-2.17", path: "/change-password/fail", layout: "auth" },
	{ id: "S-2.18 S-6.1", path: "/chat", layout: "chat", guarded: true },
	{ id: "S-2.19", path: "/FAQ", layout: "faq", guarded: true },
	{ id: "S-2.20", path: "/payment", layout: "default", guarded: true },
	{ id: "S-2.21", path: "/payment/success", layout: "default", guarded: true },
	{ id: "S-2.22", path: "/payment/fail", layout: "default", guarded: true },
	{ id: "S-2.23", path: "/oferta", layout: "default" },
	{ id: "S-2.24", path: "/privacy", layout: "default" },
	{ id: "S-2.25", path: "/suggest/token", layout: "default" },
];

const entries = routes as RouteConfigEntry[];
const layouts = entries.filter(({ file, path }) => path === undefined && file.startsWith("layouts/"));
const layoutOf = (path: string) =>
	layouts.find(({ children }) => children?.some((child) => (child.index ? "/" : `/${child.path}`) === path))
		?.file;

test("S-2.1 there are exactly four layouts: auth, chat, default, faq", () => {
	expect(layouts.map(({ file }) => file).sort()).toEqual([
		"layouts/auth.tsx",
		"layouts/chat.tsx",
		"layouts/default.tsx",
		"layouts/faq.tsx",
	]);
});

test("S-2.2 no route has path parameters", () => {
	const all = (list: RouteConfigEntry[]): RouteConfigEntry[] =>
		list.flatMap((e) => [e, ...all(e.children ?? [])]);
	expect(all(entries).filter(({ path }) => path?.includes(":"))).toEqual([]);
});

test("S-2.26 a screen without a layout of its own has the default one", () => {
	const unnamed = ["/", "/payment/success", "/payment/fail", "/oferta", "/privacy", "/suggest/token"];
	expect(unnamed.map(layoutOf)).toEqual(unnamed.map(() => "layouts/default.tsx"));
});

describe("asked from outside, without a session", () => {
	let instance: Instance;
	beforeAll(async () => {
		instance = await startInstance();
	});
	afterAll(() => instance?.stop());

	test.each(SCREENS)("$id $path has the layout $layout and its guard", async ({ path, layout, guarded }) => {
		expect(layoutOf(path)).toBe(`layouts/${layout}.tsx`);
		const response = await fetch(instance.url + path, { redirect: "manual" });
		const location = response.headers.get("Location");
		if (guarded) {
			expect([response.status, location]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
		} else {
			expect(response.status).toBe(200);
			const html = await response.text();
			expect(html).toContain('<html lang="ru"');
			expect(html).toMatch(/<h1[\s>]/);
		}
	});

	test("S-9.4 the locale is ru", async () => {
		const response = await fetch(`${instance.url}/login`);
		expect(await response.text()).toMatch(/^<!DOCTYPE html><html lang="ru"/i);
	});

	test("S-4.1 the guard keeps the query and answers the same to data requests", async () => {
		const page = await fetch(`${instance.url}/chat?c=1&x=2`, { redirect: "manual" });
		expect(page.headers.get("Location")).toBe("/login?redirectTo=%2Fchat%3Fc%3D1%26x%3D2");
		const routesOfChat = ["root", "layouts/chat", "routes/chat/index"];
		for (const only of ["", ...routesOfChat.map((id) => `?_routes=${encodeURIComponent(id)}`)]) {
			const data = await fetch(`${instance.url}/chat.data${only}`, { redirect: "manual" });
			const body = await data.text();
			expect(body).toContain("/login?redirectTo=");
			expect(body).not.toContain("promptId");
		}
	});

	test("static pages carry no framework script, hydrated ones do", async () => {
		const login = await (await fetch(`${instance.url}/login`)).text();
		expect(login).not.toContain("__reactRouterContext");
		expect(login.match(/<script/g)).toHaveLength(1);
		const script = /<script[^>]*>\{const u="(\/assets\/static-page-[\w-]+\.js)"/.exec(login)?.[1];
		// What it shares with the hydrated pages is in files of its own: theirs hold the framework.
		const module = await (await fetch(instance.url + script)).text();
		const imports = [...module.matchAll(/from"\.\/([a-z-]+)-[\w-]{8}\.js"/g)].map(([, name]) => name);
		expect(imports.toSorted()).toEqual(["shared", "shared-fields"]);
	});

	// A connection whose body nobody has read is closed.
	const asForm = () => ({ Origin: instance.url, Connection: "close" });
	test.each([
		["/login", 256],
		["/chat", 512],
		["/chat/stop", 256],
	])("check 50: a form to %s may have %i KB, as its route says", async (path, kilobytes) => {
		const post = async (bytes: number) => {
			const init = { method: "POST", body: new Uint8Array(bytes), headers: asForm() };
			return (await fetch(instance.url + path, { ...init, redirect: "manual" })).status;
		};
		expect(await post(kilobytes * 1024)).not.toBe(413);
		expect(await post(kilobytes * 1024 + 1)).toBe(413);
	});

	test("check 50: an import may be larger than any form", async () => {
		const body = new Uint8Array(3 * 1024 ** 2);
		const init = { method: "POST", body, headers: asForm() };
		const response = await fetch(`${instance.url}/chat/import`, { ...init, redirect: "manual" });
		expect(response.status).toBe(302);
	});

	test("S-2.28 S-2.32 S-8.1 an unknown path is 404 with the full path in the message", async () => {
		const response = await fetch(`${instance.url}/chats/moi?x=%D1%8F&y=<b>`);
		const html = await response.text();
		expect(response.status).toBe(404);
		expect(html).toContain("Page Not Found");
		expect(html).toContain("Page not found: /chats/moi?x=%D1%8F&amp;y=");
		expect(html).not.toContain("<b>");
		const posted = await fetch(`${instance.url}/nowhere`, {
			method: "POST",
			headers: { Origin: instance.url },
		});
		expect(posted.status).toBe(404);
	});
});
