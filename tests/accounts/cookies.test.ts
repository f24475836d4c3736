import { describe, expect, test } from "vitest";
import { tokenCookie } from "../../app/accounts/http/cookies.server.ts";

const TOKEN = "A".repeat(43);
const secure = tokenCookie("s", { secure: true, maxAgeMs: 60_000 });
const plain = tokenCookie("s", { secure: false, maxAgeMs: 60_000 });
const request = (cookie: string) => new Request("http://localhost/", { headers: { Cookie: cookie } });

describe("our cookies", () => {
	test("are closed to scripts, to other sites, and under https to other hosts and open lines", () => {
		expect(secure.set(TOKEN)).toBe(`__Host-s=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`);
		expect(plain.set(TOKEN)).toBe(`s=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
		expect(secure.clear()).toBe("__Host-s=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
	});

	test("are found among others", () => {
		expect(plain.read(request(`t=dark; s=${TOKEN}; ss=${"B".repeat(43)}`))).toBe(TOKEN);
		expect(secure.read(request(`s=${"B".repeat(43)}; __Host-s=${TOKEN}`))).toBe(TOKEN);
		expect(secure.read(request(`s=${TOKEN}`))).toBeNull();
		expect(plain.read(new Request("http://localhost/"))).toBeNull();
	});

	test.each([
		["empty", "s="],
		["cut", `s=${TOKEN.slice(1)}`],
		["lengthened", `s=${TOKEN}A`],
		["with a sign that is none of ours", `s=${TOKEN.slice(1)}%`],
		["4 KB", `s=${"A".repeat(4096)}`],
		["broken escapes", "s=%E0%A4%A"],
		["bytes beyond ASCII", `s=${"\u00ff".repeat(43)}`],
		["quoted", `s="${TOKEN}"`],
		["twice", `s=${TOKEN}; s=${"B".repeat(43)}`],
		["no pair at all", ";;;===;"],
	])("%s: nobody is signed in, and nothing breaks", (_, cookie) => {
		expect(plain.read(request(cookie))).toBeNull();
	});
});
