/** The person's instruction for all chats, as `accounts` stores it. */
export type PersonInstruction = {
	about: string | null;
	answer_style: string | null;
	about_off_at: number | null;
};

/** The person's own system prompt for every chat; "" when there is none, or when it is switched off. */
export function personInstruction({ about, answer_style, about_off_at }: PersonInstruction): string {
	if (about_off_at !== null) return "";
	const parts = [
		about && `О человеке, который спрашивает:\n${about}`,
		answer_style && `Как ему отвечать:\n${answer_style}`,
	];
	return parts.filter(Boolean).join("\n\n");
}
