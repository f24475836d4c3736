/** Makes conversations in the form of a ChatGPT export: nodes by id, each naming its parent. */
type Node = {
	id: string;
	parent: string | null;
	role?: "user" | "assistant" | "system" | "tool";
	text?: string;
	content?: Record<string, unknown>;
	model?: string;
	hidden?: boolean;
	at?: number;
};

export function exported(sourceId: string, nodes: Node[], more: Record<string, unknown> = {}) {
	return {
		id: sourceId,
		conversation_id: sourceId,
		title: `Беседа ${sourceId}`,
		create_time: 1_700_000_000.25,
		update_time: 1_700_000_100.5,
		current_node: nodes.at(-1)?.id,
		...more,
		mapping: Object.fromEntries(
			nodes.map(({ id, parent, role, text, content, model, hidden, at }) => [
				id,
				{
					id,
					parent,
					children: nodes.filter((other) => other.parent === id).map((other) => other.id),
					message: role
						? {
								id,
								author: { role, name: null, metadata: {} },
								create_time: at ?? null,
								content: content ?? { content_type: "text", parts: [text ?? ""] },
								status: "finished_successfully",
								metadata: { model_slug: model, is_visually_hidden_from_conversation: hidden },
							}
						: null,
				},
			]),
		),
	};
}

/** A question and its answer, with the empty root that every export has. */
export const plain = (sourceId: string, question = "Как дела?", answer = "Хорошо.") =>
	exported(sourceId, [
		{ id: "root", parent: null },
		{ id: "system", parent: "root", role: "system", text: "" },
		{ id: "q", parent: "system", role: "user", text: question, at: 1_700_000_001 },
		{ id: "a", parent: "q", role: "assistant", text: answer, model: "gpt-4o", at: 1_700_000_002 },
	]);
