import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { useIsAsking } from "../composer/use-asking.ts";
import { endingOf } from "../message/ending.ts";
import { type Announcement, nextAnnouncement } from "./announcement.ts";
import { spokenText } from "./spoken-text.ts";

type Props = { conversationId: string | null; answer: ShownAnswer | null };

/**
 * The announcement is removed after this time, or a reader of the page would find the answer twice. A screen reader
 * has read it by then.
 */
const KEPT_MS = 3000;

/**
 * Announces to a screen reader that an answer is running, and then the whole answer, once. The element is in the page
 * from the start and outside of the transcript: a live region inserted with its text is not announced, and neither is
 * one inside `aria-busy`.
 */
export function Announcer({ conversationId, answer }: Props) {
	const { t } = useTranslation("chat");
	const asking = useIsAsking();
	const hearing = useRef<Announcement>(null);
	const [said, setSaid] = useState({ text: "", count: 0 });
	useEffect(() => {
		const [next, news] = nextAnnouncement(hearing.current, { conversationId, answer, asking });
		hearing.current = next;
		if (!news || !answer) return;
		const ending = endingOf(answer, t);
		const end = ending ? `${ending.title}. ${ending.text}` : `${t("answered")}.`;
		const text =
			news === "begun"
				? t("answering")
				: answer.state === "done"
					? `${end} ${spokenText(answer.blocks)}`
					: end;
		setSaid(({ count }) => ({ text, count: count + 1 }));
	}, [conversationId, answer, asking, t]);
	useEffect(() => {
		if (said.text === "") return;
		const timer = setTimeout(() => setSaid({ ...said, text: "" }), KEPT_MS);
		return () => clearTimeout(timer);
	}, [said]);
	return (
		<p className="sr-only" role="status">
			{said.text === "" ? null : <span key={said.count}>{said.text}</span>}
		</p>
	);
}
