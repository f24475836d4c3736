import { describe, expect, it } from "vitest";
import { ask, bodyOf } from "./raw-http.ts";
import { openSite } from "./site.ts";

const post = (port: number, path = "/login") =>
	ask(port, path, { method: "POST", body: "email=a", headers: { Origin: "http://localhost:1" } });

describe("check 52: two hundred at the sign-in form at once", () => {
	it("are let in by fours, some wait, the rest is told to come again, and everybody else goes past them", async () => {
		let [inside, most, entered] = [0, 0, 0];
		const waiting: (() => void)[] = [];
		const { port } = await openSite(async (asked) => {
			if (!asked.url.endsWith("/login")) return new Response("ok");
			entered++;
			most = Math.max(most, ++inside);
			await new Promise<void>((resolve) => waiting.push(resolve));
			inside--;
			return new Response("signed in");
		});
		let answered = 0;
		const answers = Array.from({ length: 200 }, async () => {
			const answer = await post(port);
			answered++;
			return { status: answer.statusCode, headers: answer.headers, text: (await bodyOf(answer)).toString() };
		});
		// All but the four inside and the 64 who wait have been told already.
		await expect.poll(() => [entered, answered], { timeout: 10_000 }).toEqual([4, 132]);
		expect((await bodyOf(await ask(port, "/"))).toString()).toBe("ok");
		expect((await bodyOf(await post(port, "/chat"))).toString()).toBe("ok");
		const opening = setInterval(() => {
			for (const go of waiting.splice(0)) go();
		}, 5);
		const all = await Promise.all(answers);
		clearInterval(opening);
		expect(most).toBe(4);
		const refused = all.filter(({ status }) => status === 503);
		expect([refused.length, all.filter(({ status }) => status === 200).length]).toEqual([132, 68]);
		for (const { headers, text } of refused) {
			expect(headers["retry-after"]).toBe("5");
			expect(headers["x-content-type-options"]).toBe("nosniff");
			expect(text).toContain("Попробуйте ещё раз через минуту");
		}
		expect((await post(port, "/login?redirectTo=%2Fchat")).statusCode).toBe(200);
	});
});
