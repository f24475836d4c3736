import * as v from "valibot";
import { createHttpClient } from "../../http-client/client.server.ts";

/** One model as its server lists it. */
export type ListedModel = { id: string; contextTokens?: number };

const Size = v.optional(
	v.nullable(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
);
const Listed = v.object({ id: v.string(), context_length: Size, max_model_len: Size, context_window: Size });
const List = v.object({ data: v.nullable(v.array(v.unknown())) });

// Servers list all their models; these are no chat models.
const NO_TALK = /embed|whisper|\btts|dall-e|moderation|rerank|transcribe|text-to-speech|stable-diffusion/i;

/**
 * Fetches a server's list of models, in its order, without those that cannot chat.
 * @throws {HttpError} when the response is no list
 */
export async function listModels(
	server: { baseUrl: string; headers: Record<string, string> },
	timeoutMs: number,
): Promise<ListedModel[]> {
	const baseUrl = new URL(server.baseUrl);
	const query = Object.fromEntries(baseUrl.searchParams);
	baseUrl.search = "";
	const client = createHttpClient({ baseUrl: baseUrl.href, headers: server.headers, timeoutMs });
	const { body } = await client("GET", "/models", { query });
	return readModelList(body) ?? [];
}

/** The models of a list as a server sends it, without those that cannot chat; null: it is no list. */
export function readModelList(body: unknown): ListedModel[] | null {
	const list = v.safeParse(List, body);
	if (!list.success) return null;
	return (list.output.data ?? []).flatMap((item) => {
		const model = v.safeParse(Listed, item);
		if (!model.success || NO_TALK.test(model.output.id)) return [];
		const { id, context_length: length, max_model_len: maxLength, context_window: window } = model.output;
		return { id, contextTokens: length ?? maxLength ?? window ?? undefined };
	});
}
