import * as v from "valibot";

/** What an export says of one message. Much more stands there; what we do not show is not read. */
const message = v.object({
	author: v.object({ role: v.string() }),
	create_time: v.nullish(v.number()),
	content: v.looseObject({ content_type: v.string() }),
	metadata: v.nullish(
		v.object({
			model_slug: v.nullish(v.string()),
			is_visually_hidden_from_conversation: v.nullish(v.boolean()),
		}),
	),
});

const node = v.object({
	parent: v.nullish(v.string()),
	// A message that we cannot read is as good as none, and must not cost the conversation.
	message: v.fallback(v.nullish(message), null),
});

const conversation = v.object({
	id: v.nullish(v.string()),
	conversation_id: v.nullish(v.string()),
	title: v.nullish(v.string()),
	create_time: v.nullish(v.number()),
	update_time: v.nullish(v.number()),
	current_node: v.nullish(v.string()),
	mapping: v.record(v.string(), node),
});

export type ExportedMessage = v.InferOutput<typeof message>;

/** One conversation of an export, checked. Nodes stand under their id; times are in milliseconds. */
export type ExportedConversation = {
	sourceId: string;
	title: string;
	createdAt: number;
	updatedAt: number;
	currentNode: string | null;
	nodes: Map<string, { parent: string | null; message: ExportedMessage | null }>;
};

/** Reads the JSON of one conversation. Null: it is none. */
export function readConversation(json: string, now: number): ExportedConversation | null {
	const read = v.safeParse(conversation, parsed(json));
	if (!read.success) return null;
	const { id, conversation_id, title, create_time, update_time, current_node, mapping } = read.output;
	const sourceId = conversation_id ?? id;
	if (!sourceId || sourceId.length > 200) return null;
	const createdAt = milliseconds(create_time, now);
	return {
		sourceId,
		title: title?.trim() ?? "",
		createdAt,
		updatedAt: milliseconds(update_time, createdAt),
		currentNode: current_node ?? null,
		nodes: new Map(
			Object.entries(mapping).map(([id, { parent, message }]) => [
				id,
				{ parent: parent ?? null, message: message ?? null },
			]),
		),
	};
}

/** An export counts in seconds, with fractions. */
export function milliseconds(seconds: number | null | undefined, otherwise: number): number {
	const ms = Math.round((seconds ?? Number.NaN) * 1_000);
	return Number.isSafeInteger(ms) && ms >= 0 ? ms : otherwise;
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return null;
	}
}
