import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { type FakeHandler, json, type ReceivedRequest, startHttpFake } from "./http-fake.ts";

type Asked = ReceivedRequest & { question: Record<string, unknown> };
/** The events that the model streams, each of them JSON. */
type Answer = (asked: Asked) => unknown[] | { status: number; body: unknown };

const delta = (more: object, finish_reason?: string, usage?: object) => ({
	choices: [{ delta: more, index: 0, ...(finish_reason && { finish_reason }) }],
	...{ created: 1, model: "GigaChat-2-Max:2.0.28.2", object: "chat.completion", ...(usage && { usage }) },
});
const USAGE = { prompt_tokens: 278, completion_tokens: 35, total_tokens: 313, precached_prompt_tokens: 4 };

/** A text as GigaChat streams it: the role with the first piece, an empty piece with the reason at the end. */
export const gigaText = (...pieces: string[]): unknown[] => [
	...pieces.map((content, i) => delta({ content, ...(i === 0 && { role: "assistant" }) })),
	delta({ content: "" }, "stop", USAGE),
];

/** A call: whole, with an object of arguments. */
export const gigaCall = (name: string, args: object, said = ""): unknown[] => [
	delta({
		content: said,
		role: "assistant",
		function_call: { name, arguments: args },
		functions_state_id: STATE,
	}),
	delta({ content: "" }, "function_call", USAGE),
];
export const STATE = "0199e210-2f13-744c-8fe5-c9a19fe27db7";

/** GigaChat and the server of its tokens, on loopback. It takes the tokens that it has given and that are not revoked. */
export async function startFakeGigaChat() {
	const asked: Asked[] = [];
	const tokenRequests: ReceivedRequest[] = [];
	/** Uploads and deletions of pictures. */
	const files: ReceivedRequest[] = [];
	const revoked = new Set<string>();
	const scripted: Answer[] = [];
	const state = {
		/** How tokens are given; by default at once. */
		giveToken: undefined as FakeHandler | undefined,
		/** Each byte of a stream by itself. */
		byteByByte: false,
	};
	const handler: FakeHandler = (request, response) => {
		if (request.path === "/api/v2/oauth") {
			tokenRequests.push(request);
			if (state.giveToken) return state.giveToken(request, response);
			const expires_at = Date.now() + 30 * 60_000;
			return json(response, 200, { access_token: `token.${tokenRequests.length}`, expires_at });
		}
		const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
		if (!/^token\.\d+$/.test(token) || revoked.has(token))
			return json(response, 401, { status: 401, message: `Token has expired: ${token}` });
		if (request.path === "/api/v1/models")
			return json(response, 200, { object: "list", data: [{ id: "GigaChat-2-Max", object: "model" }] });
		if (request.path.startsWith("/api/v1/files")) {
			files.push(request);
			return json(response, 200, { id: `file-${files.length}`, deleted: request.path.endsWith("/delete") });
		}
		const one = { ...request, question: JSON.parse(request.body) };
		asked.push(one);
		const answer = (scripted.shift() ?? (() => gigaText("Привет, ", "мир")))(one);
		if (!Array.isArray(answer)) return json(response, answer.status, answer.body);
		response.writeHead(200, { "Content-Type": "text/event-stream" });
		const body = Buffer.from(
			`${answer.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`,
		);
		if (!state.byteByByte) return void response.end(body);
		for (const byte of body) response.write(Uint8Array.of(byte));
		response.end();
	};
	const fake = await startHttpFake(handler);
	const stops = [fake.stop];
	return {
		state,
		asked,
		files,
		tokenRequests,
		settings: { baseUrl: `${fake.url}/api/v1`, authUrl: `${fake.url}/api/v2/oauth` },
		script: (...answers: Answer[]) => void scripted.push(...answers),
		/** The server takes a token no more, before its time. */
		revoke: (token: string) => void revoked.add(token),
		/** The same over TLS, with a certificate of nobody whom Node trusts. */
		async startTls(options: ServerOptions): Promise<string> {
			const server = createServer(options, (request, response) => {
				request.resume();
				if (request.url === "/api/v2/oauth") return json(response, 200, { access_token: "token.9" });
				response.writeHead(200, { "Content-Type": "text/event-stream" });
				response.end(
					gigaText("Да")
						.map((event) => `data: ${JSON.stringify(event)}\n\n`)
						.join(""),
				);
			});
			await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
			stops.push(async () => {
				server.closeAllConnections();
				await new Promise((resolve) => server.close(resolve));
			});
			return `https://localhost:${(server.address() as AddressInfo).port}`;
		},
		stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
	};
}
