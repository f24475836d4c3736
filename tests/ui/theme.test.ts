import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/theme.ts";
import { readTheme, themeCookie } from "../../app/shell/theme-preference.ts";

const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
	const request = new Request("http://localhost:3000/theme", {
		method: "POST",
		headers,
		body: new URLSearchParams(fields),
	});
	return action({ request } as Parameters<typeof action>[0]);
};

test.each(["light", "dark", "system"] as const)("%s is kept and read again", (theme) => {
	const [pair] = themeCookie(theme, false).split(";");
	expect(readTheme(`s=abc; ${pair}; x=1`)).toBe(theme);
	const [secure] = themeCookie(theme, true).split(";");
	expect(readTheme(`${secure}`)).toBe(theme);
});

test.each([null, "", "t=blue", "t=", "xt=dark", "t=darker", "a=t=dark"])("%s is light", (cookies) => {
	expect(readTheme(cookies)).toBe("light");
});

test("under https the cookie cannot be planted by a neighbour, and goes first", () => {
	expect(themeCookie("dark", true)).toMatch(/^__Host-t=dark; Path=\/; .*SameSite=Lax; Secure$/);
	expect(themeCookie("dark", false)).not.toContain("Secure");
	expect(readTheme("t=light; __Host-t=dark")).toBe("dark");
});

test("choosing a theme keeps it and goes back to the same page", async () => {
	const answer = await ask({ theme: "dark", returnTo: "/FAQ?q=чат" });
	if (!(answer instanceof Response)) throw new Error("Expected a redirect");
	expect(answer.status).toBe(303);
	expect(decodeURI(answer.headers.get("Location") ?? "")).toBe("/FAQ?q=чат");
	expect(answer.headers.get("Set-Cookie")).toMatch(
		/^t=dark; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
	);
});

test.each([
	["/FAQ", "http://localhost:3000/FAQ?q=чат", "/FAQ?q=%D1%87%D0%B0%D1%82"],
	["/FAQ", "http://localhost:3000/chat?c=1", "/FAQ"],
	["/FAQ", "https://evil.example/FAQ?q=1", "/FAQ"],
	["/FAQ", "odd", "/FAQ"],
])("back to %s from %s: the query is the page's own", async (returnTo, referer, back) => {
	const answer = await ask({ theme: "dark", returnTo }, { Referer: encodeURI(referer) });
	expect(answer instanceof Response && answer.headers.get("Location")).toBe(back);
});

test.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])(
	"a return address %s leads home instead",
	async (returnTo) => {
		const answer = await ask({ theme: "light", returnTo });
		expect(answer instanceof Response && answer.headers.get("Location")).toBe("/");
	},
);

test("an unknown theme is refused and nothing is kept", async () => {
	const answer = await ask({ theme: "blue", returnTo: "/" });
	expect(answer).toMatchObject({ init: { status: 400 } });
});

test("opened by hand the address leads home", () => {
	expect(loader().headers.get("Location")).toBe("/");
});
