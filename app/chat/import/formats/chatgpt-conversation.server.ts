import * as v from "valibot";
import { clean } from "./clean.server.ts";

/** The fields of a message that are imported; all others are ignored. */
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
	// An unreadable message counts as absent, and must not fail the conversation.
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

export type ExportedNode = { parent: string | null; message: ExportedMessage | null };

/** One conversation of an export, validated. Nodes are keyed by their id; times are in milliseconds. */
export type ExportedConversation = {
	sourceId: string;
	title: string;
	createdAt: number;
	updatedAt: number;
	currentNode: string | null;
	nodes: Map<string, ExportedNode>;
};

/** Parses the JSON of one conversation. Null: it is not one. */
export function readConversation(json: string, now: number): ExportedConversation | null {
	// Stops at the first issue: a million of them would be a million objects.
	const read = v.safeParse(conversation, parsed(json), { abortEarly: true });
	if (!read.success) return null;
	const { id, conversation_id, title, create_time, update_time, current_node, mapping } = read.output;
	const sourceId = clean(conversation_id ?? id ?? "");
	if (!sourceId || sourceId.length > LONGEST_ID) return null;
	const createdAt = milliseconds(create_time) ?? milliseconds(update_time) ?? now;
	const nodes = new Map<string, ExportedNode>();
	for (const [id, { parent, message }] of Object.entries(mapping))
		nodes.set(id, { parent: parent ?? null, message: message ?? null });
	return {
		sourceId,
		title: clean(title ?? "").trim(),
		createdAt,
		updatedAt: milliseconds(update_time) ?? createdAt,
		currentNode: current_node ?? null,
		nodes,
	};
}

const LONGEST_ID = 200;
const YEAR_2100 = Date.UTC(2100, 0, 1);

/**
 * Converts a time of an export, in seconds with fractions, to milliseconds. Null: there is none, or it is outside of
 * 1970–2100 and so no time of a conversation.
 */
export function milliseconds(seconds: number | null | undefined): number | null {
	const ms = Math.round((seconds ?? Number.NaN) * 1_000);
	return ms >= 0 && ms < YEAR_2100 ? ms : null;
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return null;
	}
}
