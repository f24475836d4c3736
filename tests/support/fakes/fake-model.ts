import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TITLE_REQUEST } from "../../../app/chat/titles/title-of-model.server.ts";
import { type FakePart, type FakeQuestion, FakeReply } from "./fake-model-reply.ts";
import { isScenario, type Scenario, type ScenarioName, scenarios } from "./fake-model-scenarios.ts";
import { json, readAll } from "./http-fake.ts";

export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>;

/**
 * A model's server under our control, a real one, on 127.0.0.1. Each question is treated by the scenario
 * that was scripted next, or by the one its last message names («сценарий:slow:50»), or by `otherwise`.
 */
export async function startFakeModel({ port = 0, models = ["fake-model"] } = {}) {
	const requests: FakeQuestion[] = [];
	const headers: IncomingHttpHeaders[] = [];
	const scripted: (Scenario | ScenarioName)[] = [];
	let otherwise: Scenario | ScenarioName = "default";
	let abortedCount = 0;
	const titleRequests: FakeQuestion[] = [];
	let title: string | Scenario = "Заголовок от модели";
	async function giveTitle(response: ServerResponse, question: FakeQuestion) {
		titleRequests.push(question);
		const reply = new FakeReply(response, question, []);
		if (typeof title === "function") return title(reply);
		await reply.stream(title);
		reply.finish();
	}

	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://fake");
		const body = await readAll(request);
		if (request.method === "GET" && pathname === "/v1/models") {
			return json(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
		}
		if (request.method !== "POST" || pathname !== "/v1/chat/completions") {
			return json(response, 404, { error: { message: `Unknown address ${pathname}` } });
		}
		const question = parse(body);
		if (question.messages.at(-1)?.content.startsWith(TITLE_REQUEST)) return giveTitle(response, question);
		requests.push(question);
		headers.push(request.headers);
		const { scenario, numbers } = choose(question, scripted.shift(), otherwise);
		const reply = new FakeReply(response, question, numbers);
		response.on("close", () => {
			if (!response.writableFinished && !reply.brokeOff) abortedCount++;
		});
		try {
			await scenario(reply);
		} catch (error) {
			if (!reply.isDisconnected) throw error;
		}
	});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

	return {
		/** For `MODEL_BASE_URL`. */
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		/** The bodies of the questions so far, and their headers. */
		requests,
		headers,
		/** The bodies of the requests for a title; they are no questions and use up no script. */
		titleRequests,
		/** The title that it answers to them; a scenario for one that fails. */
		set title(next: string | Scenario) {
			title = next;
		},
		/** How many answers were not taken to their end by the caller. */
		get abortedCount() {
			return abortedCount;
		},
		/** Sets how the next question is treated; several calls queue up. */
		script(next: Scenario | ScenarioName) {
			scripted.push(next);
		},
		/** Sets how every question is treated that is not scripted and names no scenario. */
		set otherwise(next: Scenario | ScenarioName) {
			otherwise = next;
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function parse(body: string): FakeQuestion {
	const question = JSON.parse(body);
	for (const message of question.messages) {
		// A message that only calls tools has none.
		if (typeof message.content === "string" || message.content === null) continue;
		message.parts = message.content;
		message.content = message.parts.map(({ text = "" }: FakePart) => text).join("");
	}
	return question;
}

function choose(
	question: FakeQuestion,
	scripted: Scenario | ScenarioName | undefined,
	otherwise: Scenario | ScenarioName,
) {
	const asked = question.messages.filter(({ role }) => role === "user").map(({ content }) => content);
	// A request to go on names no scenario; one that knows how to go on is meant still.
	const last = asked.findLast((text) => text.startsWith("сценарий:recite")) ?? asked.at(-1) ?? "";
	const [name = "", ...numbers] = /сценарий:([\w:-]+)/.exec(last)?.[1]?.split(":") ?? [];
	const chosen = scripted ?? (isScenario(name) ? name : otherwise);
	const scenario: Scenario = typeof chosen === "string" ? scenarios[chosen] : chosen;
	return { scenario, numbers: numbers.map(Number) };
}

if (import.meta.main) {
	const model = await startFakeModel({ port: Number(process.argv[2] ?? 0) });
	console.log(`MODEL_BASE_URL=${model.url}`);
}
