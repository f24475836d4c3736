import { describe, expect, it } from "vitest";
import { ask, bodyOf, openSocket, request } from "../raw-http.ts";
import { openSite } from "../site.ts";

const post = (port: number, path = "/login") =>
	ask(port, path, { method: "POST", body: "email=a", headers: { Origin: "http://localhost:1" } });

describe("check 52: two hundred concurrent sign-ins", () => {
	it("run three at a time, some wait, the rest gets 503 with Retry-After, and other requests do not wait", async () => {
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
		// All but the three inside and the 64 who wait have been told already.
		await expect.poll(() => [entered, answered]).toEqual([3, 133]);
		expect((await bodyOf(await ask(port, "/"))).toString()).toBe("ok");
		expect((await bodyOf(await post(port, "/chat"))).toString()).toBe("ok");
		const opening = setInterval(() => {
			for (const go of waiting.splice(0)) go();
		}, 5);
		const all = await Promise.all(answers);
		clearInterval(opening);
		expect(most).toBe(3);
		const refused = all.filter(({ status }) => status === 503);
		expect([refused.length, all.filter(({ status }) => status === 200).length]).toEqual([133, 67]);
		for (const { headers, text } of refused) {
			expect(headers["retry-after"]).toBe("5");
			expect(headers["x-content-type-options"]).toBe("nosniff");
			expect(text).toContain("Попробуйте ещё раз через минуту");
		}
		expect((await post(port, "/login?redirectTo=%2Fchat")).statusCode).toBe(200);
	});

	it("check 51: a hundred slow senders of the form occupy no slot", async () => {
		const { port } = await openSite(async (asked) => new Response(await asked.text()));
		const form = request("/login", { "Content-Length": "7" }, "POST");
		const slow = Array.from({ length: 100 }, () => openSocket(port));
		await Promise.all(slow.map((socket) => new Promise((sent) => socket.write(`${form}ema`, sent))));
		expect((await bodyOf(await post(port))).toString()).toBe("email=a");
		const [first] = slow;
		const answer = new Promise((resolve) => first?.once("data", resolve));
		first?.write("il=a");
		expect(String(await answer)).toContain("200 OK");
	});

	it("a client that disconnects while it waits is skipped", async () => {
		const asked: string[] = [];
		let open = () => {};
		const opened = new Promise<void>((resolve) => {
			open = resolve;
		});
		const { server, port, records } = await openSite(async (request) => {
			asked.push(await request.text());
			await opened;
			return new Response("signed in");
		});
		let arrived = 0;
		server.on("request", () => arrived++);
		const inside = Array.from({ length: 3 }, () => post(port));
		await expect.poll(() => asked.length).toBe(3);
		const waiting = openSocket(port);
		waiting.write(`${request("/login", { "Content-Length": "4" }, "POST")}gone`);
		await expect.poll(() => arrived).toBe(4);
		waiting.destroy();
		await expect.poll(() => records.length).toBe(1);
		open();
		await Promise.all(inside);
		expect((await post(port)).statusCode).toBe(200);
		expect(asked).toEqual(Array(4).fill("email=a"));
	});
});
