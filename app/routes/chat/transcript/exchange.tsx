import { type ComponentType, createContext, type ReactNode, use } from "react";
import { givenWithQuestion } from "../../../chat/citations/given-passage.ts";
import type { ShownExchange } from "../../../chat/conversations/conversations.server.ts";
import type { RefusedPrompt } from "../composer/refused-prompt.tsx";
import { useFileStates } from "../live/file-states.ts";
import { AnswerBubble } from "../message/answer-bubble.tsx";
import { PromptBubble } from "../message/prompt-bubble.tsx";

export type ExchangeProps = {
	exchange: ShownExchange;
	conversationId: string;
	/** Unused ids for the next version of the prompt, and of the answer. */
	promptId: string;
	attemptId: string;
	/** The message in the address. */
	message: string | null;
	/** The prompt is edited on a page without script; its validation error. */
	editing: boolean;
	refused: RefusedPrompt | null;
};

/** The components of an exchange, hydrated in the browser. */
const LiveExchange = (props: ExchangeProps) => (
	<ExchangeBox>
		<ExchangeMessages {...props} />
	</ExchangeBox>
);

/**
 * The component that renders an exchange. The server replaces it by one that caches HTML (cached-exchange.server.tsx).
 */
export const ExchangeRenderer = createContext<ComponentType<ExchangeProps>>(LiveExchange);

/** A prompt and its answer. */
export function Exchange(props: ExchangeProps) {
	const Renderer = use(ExchangeRenderer);
	return <Renderer {...props} />;
}

export const ExchangeBox = ({ children }: { children: ReactNode }) => (
	<div className="exchange">{children}</div>
);

export function ExchangeMessages({
	exchange: { prompt, answer },
	conversationId,
	promptId,
	attemptId,
	message,
	editing,
	refused,
}: ExchangeProps) {
	const files = useFileStates(prompt.files);
	return (
		<>
			<PromptBubble
				prompt={prompt}
				files={files}
				given={givenWithQuestion(answer.given)}
				conversationId={conversationId}
				promptId={promptId}
				linked={prompt.id === message && !editing}
				editing={editing}
				refused={refused}
			/>
			<AnswerBubble
				answer={answer}
				conversationId={conversationId}
				linked={answer.id === message}
				attemptId={attemptId}
				files={files}
				deletedFiles={prompt.deletedFiles}
			/>
		</>
	);
}
