import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import type { ShownRound } from "../../../chat/tools/shown-step.ts";
import { useStartingForm } from "../composer/use-pending-prompt.ts";
import { outcomeOf } from "../message/outcome-texts.ts";
import { announcementText } from "./announcement-text.ts";
import { type AnnouncerState, answerToTell, nextAnnouncement, writingOf } from "./announcer-state.ts";

type Props = { conversationId: string | null; answers: readonly ShownAnswer[] };

/**
 * The announcement is removed after this time, or a reader of the page would find the answer twice. A screen reader
 * has read it by then.
 */
const SHOWN_MS = 3000;

/**
 * Announces to a screen reader that an answer is running, and then the whole answer, once. The element is in the page
 * from the start and outside of the transcript: a live region inserted with its text is not announced, and neither is
 * one inside `aria-busy`.
 */
export function Announcer({ conversationId, answers }: Props) {
	const { t } = useTranslation("chat");
	const { t: ts } = useTranslation("steps");
	const pending = useStartingForm() !== undefined;
	const state = useRef<AnnouncerState>(null);
	const [announcement, setAnnouncement] = useState({ text: "", count: 0 });
	useEffect(() => {
		const answer = answerToTell(state.current, answers);
		const [next, news] = nextAnnouncement(state.current, { conversationId, answer, pending });
		state.current = next;
		if (!news || !answer) return;
		const outcome = outcomeOf(answer, t);
		const end = outcome ? `${outcome.title}. ${outcome.text}` : `${t("answered")}.`;
		const text =
			news === "begun"
				? t("answering")
				: answer.state === "done"
					? `${end} ${announcementText(answer.blocks)}`
					: end;
		setAnnouncement(({ count }) => ({ text, count: count + 1 }));
	}, [conversationId, answers, pending, t]);
	const asking = waitingStep(writingOf(answers)?.rounds ?? []);
	const [askingId, title] = [asking?.id, asking?.title];
	useEffect(() => {
		if (askingId === undefined) return;
		setAnnouncement(({ count }) => ({ text: ts("consent.asked", { title }), count: count + 1 }));
	}, [askingId, title, ts]);
	useEffect(() => {
		if (announcement.text === "") return;
		const timer = setTimeout(() => setAnnouncement({ ...announcement, text: "" }), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [announcement]);
	return (
		<p className="sr-only" role="status">
			{announcement.text === "" ? null : <span key={announcement.count}>{announcement.text}</span>}
		</p>
	);
}

/** The first call that waits for the person. */
const waitingStep = (rounds: readonly ShownRound[]) =>
	rounds.flatMap(({ steps }) => steps).find(({ state }) => state === "waiting");
