import * as v from "valibot";

/** Sent by browsers without script: they are led to the last answer by the address. */
const unscripted = v.optional(v.string());

const id = v.pipe(v.string(), v.uuid());

/** What the chat's forms send (contract.md). Line ends are LF whatever the browser made of them. */
export const chatForm = v.variant("intent", [
	v.object({
		intent: v.literal("ask"),
		promptId: id,
		conversationId: v.optional(v.union([v.literal(""), id]), ""),
		text: v.pipe(
			v.string(),
			v.transform((text) => text.replace(/\r\n?/g, "\n")),
		),
		model: v.optional(v.string(), ""),
		unscripted,
	}),
	v.object({ intent: v.literal("regenerate"), answerId: id, attemptId: id, unscripted }),
	v.object({ intent: v.literal("continue"), answerId: id, attemptId: v.optional(id), unscripted }),
]);

export type ChatForm = v.InferOutput<typeof chatForm>;
