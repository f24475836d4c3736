import { request } from "node:http";
import { zipSync } from "fflate";
import { exported } from "../../../tests/chat/import/export.ts";
import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";

export type Archive = { name: string; file: string; bytes: Buffer };

const CONVERSATIONS = 40;

/** An archive of ordinary conversations. @param prefix of their ids, so that they are new each time */
export function ordinaryArchive(prefix: string): Archive & { conversations: number } {
	const messages = Array.from({ length: 40 }, (_, i) => ({
		id: `m${i}`,
		parent: i === 0 ? null : `m${i - 1}`,
		role: i % 2 === 0 ? ("user" as const) : ("assistant" as const),
		text: i % 2 === 0 ? "Расскажи ещё раз, как заварить чай?" : DEFAULT_ANSWER,
		at: 1_700_000_000 + i,
	}));
	const all = Array.from({ length: CONVERSATIONS }, (_, i) => exported(`${prefix}-${i}`, messages));
	return { ...json("conversations", all), conversations: CONVERSATIONS };
}

const json = (name: string, value: unknown): Archive => ({
	name,
	file: "conversations.json",
	bytes: Buffer.from(JSON.stringify(value)),
});

/** Archives made to stall a server, one after another. */
export const HOSTILE_ARCHIVES: ((nth: number) => Archive)[] = [
	function chain(nth) {
		const nodes = Array.from({ length: 60_000 }, (_, i) => [
			`n${i}`,
			{ id: `n${i}`, parent: i === 0 ? null : `n${i - 1}`, children: [`n${i + 1}`], message: null },
		]);
		const conversation = { ...exported(`chain-${nth}`, []), mapping: Object.fromEntries(nodes) };
		return json("a chain of 60 000 empty nodes", [{ ...conversation, current_node: "n59999" }]);
	},
	function leaves(nth) {
		const role = (i: number) => (i % 2 === 0 ? ("user" as const) : ("assistant" as const));
		const path = Array.from({ length: 200 }, (_, i) => ({
			id: `p${i}`,
			parent: i === 0 ? null : `p${i - 1}`,
			role: role(i),
			text: "текст ".repeat(20),
		}));
		const leaves = Array.from({ length: 2_000 }, (_, i) => ({
			id: `l${i}`,
			parent: "p199",
			role: "user" as const,
			text: "лист",
		}));
		return json("2 000 leaves at the end of one path", [exported(`leaves-${nth}`, [...path, ...leaves])]);
	},
	function dates(nth) {
		const at = [1e300, -1e300, 8.64e15, -62_135_596_800, 4_102_444_800_000_000, 0];
		const messages = at.map((when, i) => ({
			id: `d${i}`,
			parent: i === 0 ? null : `d${i - 1}`,
			role: i % 2 === 0 ? ("user" as const) : ("assistant" as const),
			text: "Когда?",
			at: when,
		}));
		return json("dates that are none", [
			exported(`dates-${nth}`, messages, { create_time: 1e300, update_time: -1e300 }),
		]);
	},
	function bomb() {
		const bytes = zipSync({ "conversations.json": new Uint8Array(100 * 1024 ** 2).fill(32) });
		return { name: "100 MB of spaces in an archive", file: "export.zip", bytes: Buffer.from(bytes) };
	},
	function nesting() {
		return {
			name: "five million brackets",
			file: "conversations.json",
			bytes: Buffer.from("[".repeat(5_000_000)),
		};
	},
	function long(nth) {
		const messages = [
			{ id: "q", parent: null, role: "user" as const, text: "*a_ ".repeat(250_000) },
			{ id: "a", parent: "q", role: "assistant" as const, text: "[a]: /b\n".repeat(100_000) },
		];
		return json("a million characters of markup", [exported(`long-${nth}`, messages)]);
	},
];

/** Uploads an archive as the form does. @returns the status of the response */
export function uploadArchive(url: string, cookie: string, { file, bytes }: Archive): Promise<number> {
	const head = `--soak\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
	return new Promise((resolve, reject) => {
		const sent = request(`${url}/chat/import`, {
			method: "POST",
			headers: {
				Cookie: cookie,
				Origin: url,
				"Content-Type": "multipart/form-data; boundary=soak",
				"Content-Length": Buffer.byteLength(head) + bytes.length + "\r\n--soak--\r\n".length,
			},
		});
		sent.once("error", reject).once("response", (response) => {
			response.resume();
			response.once("end", () => resolve(response.statusCode ?? 0));
		});
		sent.write(head);
		sent.write(bytes);
		sent.end("\r\n--soak--\r\n");
	});
}
