import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ShownConversation, ShownExchange } from "../../../chat/conversations/conversations.server.ts";
import { PAGE_WEIGHT } from "../../../chat/conversations/page-weight.ts";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import type { Rated } from "../actions/conversation-actions.server.ts";
import type { LoadedChat } from "../load/load-chat.server.ts";
import { scrollBoxOf } from "./scroll-box.ts";

/** The maximum number of exchanges in the page, however long the conversation is; fewer when they are long. */
const IN_PAGE = 30;

type ScrollAnchor = { answerId: string; top: number };

/**
 * A windowed view of a long conversation: loaded exchanges are cached, linked by what follows what, and a window of
 * them is rendered. When the window moves, the scroll position is kept.
 */
export function usePages(
	conversation: ShownConversation | null,
	scroller: React.RefObject<HTMLElement | null>,
) {
	const exchanges = conversation?.exchanges ?? NONE;
	const { load, data, state } = useFetcher<LoadedChat>();
	const older = data?.conversation?.exchanges ?? NONE;
	const { rated } = useConversationActions();
	const [seen, setSeen] = useState<ReadonlyMap<string, ShownExchange>>(() => byAnswer(exchanges));
	const [taken, setTaken] = useState({ exchanges, older: NONE, rated });
	if (taken.exchanges !== exchanges || taken.older !== older || taken.rated !== rated) {
		setTaken({ exchanges, older, rated });
		const known = new Map(taken.rated === rated ? seen : withRating(seen, rated));
		// The latest server data wins: each page, and each rating, is merged once.
		if (taken.older !== older) for (const [id, exchange] of byAnswer(older)) known.set(id, exchange);
		if (taken.exchanges !== exchanges)
			for (const [id, exchange] of byAnswer(exchanges)) known.set(id, exchange);
		setSeen(known);
	}
	const chain = upwards(exchanges, seen);
	/** The number of exchanges below the window. */
	const [below, setBelow] = useState(0);
	const lastId = exchanges.at(-1)?.answer.id;
	// A new prompt or another version moves the window to the end.
	const [end, setEnd] = useState(lastId);
	if (end !== lastId) {
		setEnd(lastId);
		setBelow(0);
	}
	const to = Math.max(1, chain.length - below);
	const from = to - fitting(chain.slice(0, to).reverse());
	const shown = chain.slice(from, to);
	/** Moving the window keeps a sixth of it in view. */
	const step = Math.max(1, Math.floor((shown.length * 5) / 6));

	const anchor = useRef<ScrollAnchor | null>(null);
	const saveAnchor = (exchange: ShownExchange | undefined) => {
		const top = exchange && find(scroller.current, exchange)?.getBoundingClientRect().top;
		if (exchange && top !== undefined) anchor.current = { answerId: exchange.answer.id, top };
	};
	const firstId = shown[0]?.answer.id;
	const shownEnd = shown.at(-1)?.answer.id;
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever the window has moved
	useLayoutEffect(() => {
		const saved = anchor.current;
		anchor.current = null;
		if (!saved || !scroller.current) return;
		const now = scroller.current.querySelector(`#m-${saved.answerId}`)?.getBoundingClientRect().top;
		if (now !== undefined) scrollBoxOf(scroller.current).scrollTop += now - saved.top;
	}, [firstId, shownEnd]);

	const awaited = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has come
	useEffect(() => {
		if (!awaited.current || older.length === 0) return;
		awaited.current = false;
		saveAnchor(shown.find(({ answer }) => !older.some((e) => e.answer.id === answer.id)));
		setBelow(chain.length - fitting(chain));
	}, [older]);

	return {
		shown,
		loading: state !== "idle",
		/** Whether there is more above, and below. */
		earlier: from > 0 || (shown[0]?.prompt.after ?? null) !== null,
		later: to < chain.length,
		showEarlier: () => {
			saveAnchor(shown[0]);
			if (from > 0) return setBelow(Math.min(below + step, chain.length - fitting(chain)));
			awaited.current = true;
			void load(`/chat?c=${conversation?.id}&before=${shown[0]?.answer.id}`);
		},
		showLater: () => {
			saveAnchor(shown.at(-1));
			setBelow(Math.max(0, below - step));
		},
		toEnd: () => setBelow(0),
	};
}

const NONE: ShownExchange[] = [];

/** The number of leading exchanges that fit into one page: at least one, if there is one. */
function fitting(exchanges: readonly ShownExchange[]): number {
	let weight = 0;
	const first = exchanges.findIndex(({ weight: more }, index) => {
		weight += more;
		return index > 0 && (weight > PAGE_WEIGHT || index >= IN_PAGE);
	});
	return first < 0 ? exchanges.length : first;
}

const find = (box: HTMLElement | null, { answer }: ShownExchange) => box?.querySelector(`#m-${answer.id}`);

const byAnswer = (exchanges: readonly ShownExchange[]) =>
	new Map(exchanges.map((exchange) => [exchange.answer.id, exchange]));

function withRating(seen: ReadonlyMap<string, ShownExchange>, rated: Rated | null) {
	const exchange = rated && seen.get(rated.answerId);
	if (!exchange) return seen;
	const answer = { ...exchange.answer, rating: rated.rating };
	return new Map(seen).set(rated.answerId, { ...exchange, answer });
}

/** The exchanges on the page, preceded by the cached ones that lead to them. */
function upwards(exchanges: readonly ShownExchange[], seen: ReadonlyMap<string, ShownExchange>) {
	const chain = exchanges.map((exchange) => seen.get(exchange.answer.id) ?? exchange);
	let parent = exchanges[0]?.prompt.after;
	const above: ShownExchange[] = [];
	while (parent) {
		const exchange = seen.get(parent);
		if (!exchange) break;
		above.push(exchange);
		parent = exchange.prompt.after;
	}
	return [...above.reverse(), ...chain];
}
