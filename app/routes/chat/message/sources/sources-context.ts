import { createContext } from "react";
import type { CitingMessage } from "../../../../chat/citations/source.ts";
import type { WebSource } from "../../../../chat/citations/web-source.ts";
import type { GivenDocument } from "../../../../chat/context/given-documents.server.ts";

/** The sources behind the numbers in an answer. */
export type AnswerSources = CitingMessage & {
	given: readonly GivenDocument[];
	webSources: readonly WebSource[];
};

export const SourcesContext = createContext<AnswerSources>({
	given: [],
	webSources: [],
	conversationId: "",
	answerId: "",
});

/** The id of a source below its answer. */
export const sourceId = (answerId: string, n: number) => `src-${answerId}-${n}`;
