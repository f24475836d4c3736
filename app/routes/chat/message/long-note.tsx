import { useTranslation } from "react-i18next";
import type { Tree } from "../../../chat/markdown/tree/tree.ts";

/** The address of one message as a file. */
export const fileOf = (conversationId: string, messageId: string) =>
	`/chat/export?c=${encodeURIComponent(conversationId)}&m=${encodeURIComponent(messageId)}`;

/** States that an answer is too long to be formatted in full, and links to the whole file, once that exists. */
export function LongNote({ blocks, file }: { blocks: readonly Tree[]; file: string | null }) {
	const { t } = useTranslation("chat");
	const last = blocks.at(-1);
	if (typeof last !== "object" || last[0] !== "plain") return null;
	return (
		<p className="msg-note">
			{t(last[1]?.cut ? "long.cut" : "long.plain")}{" "}
			{file ? (
				<a className="link" href={file} download>
					{t("long.answer")}
				</a>
			) : null}
		</p>
	);
}
