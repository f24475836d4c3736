import { type ComponentType, createContext, use } from "react";

/**
 * The component that renders the citation of a passage by its number. Without it the number is text, as the model wrote
 * it.
 */
export const CitationRenderer = createContext<ComponentType<{ n: number }> | null>(null);

export function CitationPlace({ n }: { n?: unknown }) {
	const Renderer = use(CitationRenderer);
	const number = Number(n);
	return Renderer && Number.isSafeInteger(number) ? <Renderer n={number} /> : `[${n}]`;
}
