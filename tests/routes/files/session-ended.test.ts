import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { plain } from "../../chat/import/export.ts";
import type { Person } from "../../support/person.ts";
import { eachSite, enrol } from "../admin/enrol.ts";

type Part = [disposition: string, content: string];

/** Sends a form without its end, which comes with `finish`. */
function begin({ url, cookie }: Person, path: string, parts: Part[]) {
	const part = ([disposition, content]: Part) =>
		`--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
	const body = Buffer.from(`${parts.map(part).join("")}--x--\r\n`);
	const sending = request(url + path, {
		method: "POST",
		agent: false,
		headers: {
			Cookie: cookie,
			Origin: url,
			"Content-Type": "multipart/form-data; boundary=x",
			"Content-Length": String(body.length),
		},
	});
	const answered = once(sending, "response");
	sending.write(body.subarray(0, -10));
	return {
		finish: async () => {
			sending.end(body.subarray(-10));
			const [response] = (await answered) as [IncomingMessage];
			response.resume();
			return { status: response.statusCode, location: response.headers.location ?? "" };
		},
	};
}

eachSite((start) => {
	test("a form whose session ends while it is on its way does nothing, and leads to the page to sign in", async () => {
		const { instance, db } = await start();
		const anna = await enrol({ instance, db }, "anna");
		const file: Part = ['name="files"; filename="a.txt"', "Личное"];
		const question: Part[] = [
			['name="intent"', "ask"],
			['name="promptId"', crypto.randomUUID()],
			['name="conversationId"', ""],
			['name="text"', "Личное"],
		];
		const sent = [
			begin(anna, "/chat/files", [file]),
			begin(anna, "/chat", question),
			begin(anna, "/chat", [...question.with(1, ['name="promptId"', crypto.randomUUID()]), file]),
			begin(anna, "/documents", [
				['name="intent"', "upload"],
				['name="uploadId"', crypto.randomUUID()],
				file,
			]),
			begin(anna, "/chat/import", [
				['name="file"; filename="conversations.json"', JSON.stringify([plain("1")])],
			]),
		];
		// By then the server has found their session.
		await wait(1_000);
		await db.deleteFrom("sessions").execute();
		for (const one of sent) {
			const { status, location } = await one.finish();
			expect([status, location]).toEqual([302, expect.stringMatching(/^\/login\?redirectTo=/)]);
		}
		for (const table of ["files", "prompts", "imported_conversations", "blob_pieces"] as const)
			expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
		const imports = await db.selectFrom("jobs").select("id").where("kind", "=", "import").execute();
		expect(imports).toEqual([]);
	});
});
