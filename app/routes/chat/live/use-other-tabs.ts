import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidation } from "../../../connection/use-revalidation.ts";

const CHANNEL = "chat";

/** What a tab tells the others: where something was asked, and the answer that stands last there now. */
type News = { conversationId: string | null; last: string | null };

/**
 * Tells the other tabs of this browser when something has been asked here, and has this page asked anew when they
 * tell: at once where it is seen, otherwise when somebody looks at it again. Without news nothing is loaded.
 * @param asking something is being asked in this tab
 */
export function useOtherTabs(conversationId: string | null, last: string | null, asking: boolean): void {
	const revalidate = useRevalidation();
	const asked = useRef(false);
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
		if (asking) asked.current = true;
	}, [asking]);
	useEffect(() => {
		if (!asked.current || last === null) return;
		asked.current = false;
		channel.current?.postMessage({ conversationId, last } satisfies News);
	}, [conversationId, last]);
}
