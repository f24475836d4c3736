import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidation } from "../../../connection/use-revalidation.ts";

const CHANNEL = "chat";

/** A message between tabs: the conversation of a new prompt, and its last answer. */
type News = { conversationId: string | null; last: string | null };

/**
 * Notifies the other tabs of this browser about new prompts, and revalidates this page on their notification: at once
 * where it is visible, otherwise when it becomes visible. Without a notification nothing is loaded.
 * @param pending a prompt is being sent in this tab
 */
export function useOtherTabs(conversationId: string | null, last: string | null, pending: boolean): void {
	const revalidate = useRevalidation();
	const sent = useRef(false);
	const channel = useRef<BroadcastChannel | null>(null);
	const stale = useRef(false);
	const onNews = useEffectEvent((news: News) => {
		if (news.conversationId === conversationId && news.last === last) return;
		if (document.visibilityState === "visible") revalidate();
		else stale.current = true;
	});
	const onSeen = useEffectEvent(() => {
		if (document.visibilityState !== "visible" || !stale.current) return;
		stale.current = false;
		revalidate();
	});
	useEffect(() => {
		const opened = new BroadcastChannel(CHANNEL);
		channel.current = opened;
		opened.addEventListener("message", ({ data }: MessageEvent<News>) => onNews(data));
		const seen = () => onSeen();
		document.addEventListener("visibilitychange", seen);
		return () => {
			opened.close();
			document.removeEventListener("visibilitychange", seen);
		};
	}, []);
	useEffect(() => {
		if (pending) sent.current = true;
	}, [pending]);
	useEffect(() => {
		if (!sent.current || last === null) return;
		sent.current = false;
		channel.current?.postMessage({ conversationId, last } satisfies News);
	}, [conversationId, last]);
}
