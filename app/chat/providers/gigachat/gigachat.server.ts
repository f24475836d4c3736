import { redact } from "../../../http-client/redact.server.ts";
import type { AddressGuard } from "../../../tools/address-guard.server.ts";
import { type Loose, object } from "../delta.server.ts";
import { textOf } from "../message-parts.server.ts";
import { type CallingMessage, type Provider, ProviderError, type ProviderEvent } from "../provider.server.ts";
import { streamModel } from "../thread/stream-model.server.ts";
import { RequestBody } from "../upstream/request-body.server.ts";
import { connectionOptions, openUpstream } from "../upstream/upstream.server.ts";
import { effortFields } from "../wire/effort.server.ts";
import type { Refusable } from "../wire/stream-completion.server.ts";
import { withoutEcho } from "../without-echo.server.ts";
import { AccessToken } from "./access-token.server.ts";
import { FunctionNames } from "./function-names.server.ts";
import { functionFields, toGigaChat } from "./gigachat-messages.server.ts";
import { picturesIn, UploadedPictures } from "./pictures.server.ts";
import { smallRequests } from "./small-request.server.ts";

export type GigaChatSettings = {
	/** Without `/chat/completions`. */
	baseUrl: string;
	/** The address of the server that gives tokens. */
	authUrl: string;
	/** The authorization key. */
	credentials: string;
	scope: string;
	idleTimeoutMs: number;
	firstPieceTimeoutMs?: number | undefined;
	/** CA certificates trusted in addition to Node's, as PEM: GigaChat's is signed by the Russian Trusted Root CA. */
	ca?: string | undefined;
	/** Which addresses of names may be connected to; none: all. */
	guard?: AddressGuard | undefined;
	/** The server's own ids of models, where they differ from ours. */
	names?: ReadonlyMap<string, string>;
};

/**
 * GigaChat: its tokens live for half an hour, it calls one function at a time with arguments as an object, and its
 * stream is that of OpenAI otherwise (https://developers.sber.ru/docs/ru/gigachat/api/reference/rest/post-chat).
 * @param now milliseconds of a clock that only goes forward
 */
export function gigaChatProvider(settings: GigaChatSettings, now?: () => number): Provider {
	const url = new URL(settings.baseUrl);
	url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
	const upstream = openUpstream({
		address: url.href,
		headers: { Accept: "text/event-stream" },
		ca: settings.ca,
		guard: settings.guard,
		connectMs: 10_000,
		idleMs: settings.idleTimeoutMs,
		firstPieceMs: settings.firstPieceTimeoutMs ?? 2 * settings.idleTimeoutMs,
	});
	const reached = connectionOptions(settings);
	const secrets = secretsOf(settings);
	const token = accessTokenOf(settings, now);

	return {
		async *stream({ model, messages, tools, maxTokens, effort }, signal) {
			const names = new FunctionNames((tools ?? []).map(({ name }) => name));
			const pictures = picturesIn(messages);
			const bodyWith = (files: ReadonlyMap<string, string>) =>
				new RequestBody(
					JSON.stringify({
						model: settings.names?.get(model) ?? model,
						messages: toGigaChat(messages, names, files),
						stream: true,
						...(maxTokens && { max_tokens: maxTokens }),
						...functionFields(tools, names),
						...effortFields("reasoning_effort", effort),
					}),
				);
			const refusable: Refusable = {
				mayCall: (tools?.length ?? 0) > 0,
				effortParam: effort && "reasoning_effort",
			};
			const recentText = messages
				.slice(-3)
				.map((message) => textOf(message).slice(0, 32_000))
				.join("\n");
			async function* ask(access: string): AsyncGenerator<ProviderEvent> {
				const forLog = (text: string) => withoutEcho(redact(text, [...secrets, access], 400), recentText);
				const headers = { ...upstream.settings.headers, Authorization: `Bearer ${access}` };
				const asked = { ...upstream, settings: { ...upstream.settings, headers } };
				const uploaded = new UploadedPictures(settings.baseUrl, smallRequests(forLog, reached), access);
				try {
					const files = await untilAborted(uploaded.upload(pictures), signal);
					if (!files) return;
					const body = bodyWith(files);
					for await (const event of streamModel(asked, body, forLog, signal, refusable))
						yield renamed(event, names);
				} finally {
					if (pictures.length > 0) await uploaded.remove();
				}
			}
			const access = await untilAborted(token.get(), signal);
			if (access === undefined) return;
			try {
				yield* ask(access);
			} catch (error) {
				// A token may end before its time; nothing has been said then.
				if (!(error instanceof ProviderError) || error.status !== 401) throw error;
				const renewed = await untilAborted(token.renew(access), signal);
				if (renewed === undefined) return;
				yield* ask(renewed);
			}
		},
	};
}

/** The token with which GigaChat is asked. */
export function accessTokenOf(settings: GigaChatSettings, now?: () => number): AccessToken {
	const secrets = secretsOf(settings);
	const request = smallRequests((text) => redact(text, secrets, 400), connectionOptions(settings));
	return new AccessToken({ ...settings, url: settings.authUrl }, request, now);
}

/** The key, and the secret of the client that is in it. */
const secretsOf = ({ credentials }: GigaChatSettings): string[] => {
	const pair = Buffer.from(credentials, "base64").toString("latin1");
	return [credentials, pair, pair.slice(pair.indexOf(":") + 1)];
};

/** @returns undefined when the signal was aborted first: others may wait for the same promise */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	const aborted = Promise.withResolvers<undefined>();
	const onAbort = () => aborted.resolve(undefined);
	if (signal.aborted) onAbort();
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		return await Promise.race([promise, aborted.promise]);
	} catch (error) {
		if (signal.aborted) return undefined;
		throw error;
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}

/** The calls by our names of tools. */
function renamed(event: ProviderEvent, names: FunctionNames): ProviderEvent {
	if (event.kind !== "end" || !event.asked) return event;
	const { calls, message } = event.asked;
	const asked: CallingMessage = {
		calls: calls.map((call) => ({ ...call, name: names.ours(call.name) })),
		message: { ...message, tool_calls: wireCalls(message, names) },
	};
	return { ...event, asked };
}

const wireCalls = ({ tool_calls: calls }: Loose, names: FunctionNames) =>
	(Array.isArray(calls) ? calls : []).map((call) => {
		const about = object(call.function) ?? {};
		return { ...call, function: { ...about, name: names.ours(String(about.name)) } };
	});
