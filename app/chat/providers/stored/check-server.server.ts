import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { responseOf } from "../../../http-client/response-of.server.ts";
import { startTimeout, timeoutSignal } from "../../../platform/concurrency/timeout.server.ts";
import { REFUSED_ADDRESS } from "../../../tools/address-guard.server.ts";
import { type ListedModel, readModelList } from "../model-list.server.ts";
import { type FileServer, providerOf } from "../models-file.server.ts";
import { ProviderError } from "../provider.server.ts";
import { connectionOptions } from "../upstream/upstream.server.ts";

/** For each of the two questions. */
const LIMIT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;
/** A list of this many is read. */
const MOST_LISTED = 200;

/** Why a question had no answer, in our words and never the server's. */
export type CheckFailure =
	| "no-host"
	| "refused-address"
	| "refused-connection"
	| "certificate"
	| "timeout"
	| "redirect"
	| "key"
	| "no-right"
	| "rate-limited"
	| "not-openai"
	| "no-model"
	| "broken";

export type CheckStep = {
	/** Null: it succeeded. */
	failure: CheckFailure | null;
	/** The status of HTTP, where the server answered. */
	status: number | null;
	ms: number;
};

export type ServerCheck = {
	/** `GET /models`; null: this server has none that we ask (GigaChat). */
	list: CheckStep | null;
	models: ListedModel[];
	/** A one-token answer; null: there was no model to ask. */
	answer: (CheckStep & { model: string }) | null;
};

/**
 * Asks a server for its list of models, and one of them for one token. Follows no redirect; what the server says is not
 * passed on.
 * @param asked the model that is asked: its id with us; otherwise the first of the list
 */
export async function checkServer(server: FileServer, asked?: string): Promise<ServerCheck> {
	const listed = server.gigachat ? null : await askForList(server.settings);
	const models = (listed?.models ?? []).slice(0, MOST_LISTED);
	// Without a connection or a key a second question fails as the first did.
	const goesOn = !listed || listed.step.failure === null || listed.step.failure === "not-openai";
	const model = asked ?? models[0]?.id;
	return {
		list: listed?.step ?? null,
		models,
		answer: goesOn && model !== undefined ? await askForToken(server, model) : null,
	};
}

async function askForList(
	settings: FileServer["settings"],
): Promise<{ step: CheckStep; models: ListedModel[] }> {
	const began = performance.now();
	const done = (failure: CheckFailure | null, status: number | null, models: ListedModel[] = []) => ({
		step: { failure, status, ms: Math.round(performance.now() - began) },
		models,
	});
	const url = new URL(settings.baseUrl);
	url.pathname = `${url.pathname.replace(/\/+$/, "")}/models`;
	const signal = timeoutSignal(LIMIT_MS);
	try {
		const response = await get(url, settings, signal);
		const status = response.statusCode ?? 0;
		const failure = failureOfStatus(status);
		if (failure) {
			response.destroy();
			return done(failure, status);
		}
		const models = readModelList(parse(await readText(response)));
		return models ? done(null, status, models) : done("not-openai", status);
	} catch (error) {
		return done(
			signal.aborted ? "timeout" : failureOfCode((error as NodeJS.ErrnoException).code ?? ""),
			null,
		);
	}
}

type Reached = Pick<FileServer["settings"], "apiKey" | "headers" | "ca" | "guard">;

async function get(url: URL, { apiKey, headers, ca, guard }: Reached, signal: AbortSignal) {
	const start = url.protocol === "https:" ? httpsRequest : httpRequest;
	const request = start(url, {
		agent: false,
		signal,
		...connectionOptions({ ca, guard }),
		headers: { Accept: "application/json", ...(apiKey && { Authorization: `Bearer ${apiKey}` }), ...headers },
	});
	request.end();
	return responseOf(request);
}

async function readText(response: IncomingMessage): Promise<string> {
	let text = "";
	for await (const chunk of response.setEncoding("utf8")) {
		text += chunk;
		if (text.length > MAX_BYTES) break;
	}
	response.destroy();
	return text;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function failureOfStatus(status: number): CheckFailure | null {
	if (status >= 200 && status < 300) return null;
	if (status >= 300 && status < 400) return "redirect";
	if (status === 401) return "key";
	if (status === 402 || status === 403) return "no-right";
	if (status === 429) return "rate-limited";
	return status === 404 || status === 405 ? "not-openai" : "broken";
}

function failureOfCode(code: string): CheckFailure {
	if (code === REFUSED_ADDRESS) return "refused-address";
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no-host";
	if (code === "ECONNREFUSED") return "refused-connection";
	if (/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME/.test(code)) return "certificate";
	return "broken";
}

const FAILURES: Partial<Record<ProviderError["code"], CheckFailure>> = {
	"rate-limited": "rate-limited",
	timeout: "timeout",
	"model-missing": "no-model",
	malformed: "not-openai",
};

/** A model that only reasons within one token has answered, too. */
const ANSWERED = new Set<ProviderError["code"]>(["length", "empty"]);

async function askForToken(server: FileServer, model: string): Promise<NonNullable<ServerCheck["answer"]>> {
	const began = performance.now();
	const cut = new AbortController();
	const endTimeout = startTimeout(LIMIT_MS, () => cut.abort());
	const done = (failure: CheckFailure | null, status: number | null) => ({
		model,
		failure,
		status,
		ms: Math.round(performance.now() - began),
	});
	try {
		const messages = [{ role: "user" as const, content: "Да?" }];
		const events = providerOf(server).stream({ model, messages, user: "check", maxTokens: 1 }, cut.signal);
		for await (const { kind } of events) if (kind === "text" || kind === "reasoning") break;
		return cut.signal.aborted ? done("timeout", null) : done(null, 200);
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error;
		const { code, status = null, detail } = error;
		if (ANSWERED.has(code)) return done(null, 200);
		const known =
			FAILURES[code] ?? (status === null ? failureOfCode(detail) : (failureOfStatus(status) ?? "broken"));
		return done(known, status);
	} finally {
		endTimeout();
		cut.abort();
	}
}
