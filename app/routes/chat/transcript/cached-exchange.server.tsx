import { randomUUID } from "node:crypto";
import { type Context, createElement, type ReactNode, use } from "react";
import { renderToString } from "react-dom/server";
import { I18nContext } from "react-i18next";
import {
	type Location,
	UNSAFE_DataRouterContext,
	UNSAFE_DataRouterStateContext,
	UNSAFE_FetchersContext,
	UNSAFE_FrameworkContext,
	UNSAFE_LocationContext,
	UNSAFE_NavigationContext,
	UNSAFE_RouteContext,
	useLocation,
} from "react-router";
import { ConversationActionsContext } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { SHOWN_REASONING } from "../message/reasoning-address.ts";
import { ExchangeBox, ExchangeMessages, type ExchangeProps } from "./exchange.tsx";
import { HtmlCache } from "./html-cache.server.ts";

/** 16 MiB: about a thousand exchanges. */
const cache = new HtmlCache(16 * 1024 ** 2);

/** A placeholder in the cached HTML: each page puts its own id of the next attempt in its place. */
const ATTEMPT = randomUUID();

type Frame = ReturnType<typeof useFrame>;

/**
 * Renders an exchange on the server. An ended answer is rendered to HTML once: React is most of the cost of a page of
 * the chat, and a transcript most of what it renders. In the browser the same components are hydrated from it.
 *
 * The HTML is made from the exchange, the models, the time zone and whether details stand open, which together are its
 * version in the cache: the components get nothing else of the request, so the HTML cannot contain anything of another
 * visitor.
 */
export function CachedExchange(props: ExchangeProps) {
	const frame = useFrame();
	const { search } = useLocation();
	const { prompt, answer } = props.exchange;
	const differs = props.message === prompt.id || props.message === answer.id || props.editing;
	if (differs || answer.state === "writing" || isReasoningAsked(search, answer.id))
		return (
			<ExchangeBox>
				<ExchangeMessages {...props} />
			</ExchangeBox>
		);
	const pieces = cache.get(answer.id, versionOf(props, frame), () => {
		const element = (
			<ExchangeMessages {...props} promptId="" attemptId={ATTEMPT} message={null} refused={null} />
		);
		return renderToString(inContexts(element, frame, props.conversationId)).split(ATTEMPT);
	});
	// biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered, on the server alone
	return <div className="exchange" dangerouslySetInnerHTML={{ __html: pieces.join(props.attemptId) }} />;
}

/** Whether the address unfolds the reasoning of an answer. Most addresses do not name it at all. */
const isReasoningAsked = (search: string, answerId: string) =>
	search.includes(answerId) && new URLSearchParams(search).get(SHOWN_REASONING) === answerId;

function versionOf({ exchange, conversationId }: ExchangeProps, frame: Frame): string {
	const { blocks, reasoning, ...answer } = exchange.answer;
	const { blocks: thoughts, ...thinking } = reasoning;
	const texts = [numberOf(blocks), numberOf(thoughts)];
	return `${JSON.stringify([texts, conversationId, exchange.prompt, answer, thinking])} ${shownOf(frame)}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number for these very trees: those of a text are the same object as long as they are cached themselves. */
function numberOf(trees: readonly unknown[]): number {
	if (trees.length === 0) return 0;
	const number = numbers.get(trees) ?? ++last;
	numbers.set(trees, number);
	return number;
}

const shown = new WeakMap<Frame, string>();

/** The part of the frame that an exchange shows, once for all exchanges of a page. */
function shownOf(frame: Frame): string {
	const text = shown.get(frame) ?? JSON.stringify(ofFrame(frame));
	shown.set(frame, text);
	return text;
}

const ofFrame = ({ models, timeZone, opensDetails }: Frame) => ({
	models: models.map(({ id, title, crossBorder, sees }) => ({ id, title, crossBorder, sees })),
	timeZone,
	opensDetails,
});

/** Contexts that are the same for every request, or have only functions. */
const SAME_FOR_ALL = [
	I18nContext,
	UNSAFE_FrameworkContext,
	UNSAFE_DataRouterContext,
	UNSAFE_FetchersContext,
	UNSAFE_NavigationContext,
	UNSAFE_RouteContext,
	ConversationActionsContext,
] as Context<unknown>[];

/** The contexts of the page, without what belongs to the request. */
function inContexts(element: ReactNode, frame: Frame, conversationId: string): ReactNode {
	const state = use(UNSAFE_DataRouterStateContext);
	const loaderData = { "layouts/chat": ofFrame(frame) };
	const location: Location = {
		pathname: "/chat",
		search: `?c=${conversationId}`,
		hash: "",
		state: null,
		key: "",
	};
	return SAME_FOR_ALL.reduce<ReactNode>(
		(inner, context) => createElement(context, { value: use(context) }, inner),
		<UNSAFE_DataRouterStateContext value={state && { ...state, loaderData, actionData: null }}>
			<UNSAFE_LocationContext value={{ ...use(UNSAFE_LocationContext), location }}>
				{element}
			</UNSAFE_LocationContext>
		</UNSAFE_DataRouterStateContext>,
	);
}
