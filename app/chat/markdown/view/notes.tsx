import { createContext, type ReactNode, useContext } from "react";

/** The labels of footnotes: their heading, one of them, the back-link, and which of several places it leads to. */
export type NoteLabels = { notes: string; note: string; back: string; place: string };

/** `id` prefixes the ids of a text's footnotes and is unique on the page. */
export const NoteContext = createContext<NoteLabels & { id: string }>({
	id: "",
	notes: "",
	note: "",
	back: "",
	place: "",
});

const noteId = (id: string, n: number) => `${id}-note-${n}`;
const referenceId = (id: string, n: number, use: number) => `${id}-ref-${n}-${use}`;

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** The numbered link to a footnote. */
export function NoteReference({ n, use }: { n?: unknown; use?: unknown }) {
	const { id, note } = useContext(NoteContext);
	if (!isCount(n) || !isCount(use)) return null;
	return (
		<sup>
			<a
				id={referenceId(id, n, use)}
				href={`#${noteId(id, n)}`}
				role="doc-noteref"
				aria-label={`${note} ${n}`}
			>
				{n}
			</a>
		</sup>
	);
}

/** A footnote: without references its number and their count are undefined. */
export type ShownNote = { n: unknown; uses: unknown; place: number; content: ReactNode };

/** The footnotes of a text in their order; those without a reference come last, in source order. */
export function Notes({ notes }: { notes: readonly ShownNote[] }) {
	const { id, notes: title } = useContext(NoteContext);
	const order = ({ n }: ShownNote) => (isCount(n) ? n : Number.POSITIVE_INFINITY);
	return (
		<section className="notes" role="doc-endnotes" aria-label={title}>
			<ol dir="auto">
				{notes
					.toSorted((one, other) => (order(one) === order(other) ? 0 : order(one) - order(other)))
					.map(({ n, uses, place, content }) => (
						<li key={place} id={isCount(n) ? noteId(id, n) : undefined}>
							{content}
							{isCount(n) && isCount(uses) ? <WaysBack n={n} uses={Math.min(uses, 100)} /> : null}
						</li>
					))}
			</ol>
		</section>
	);
}

function WaysBack({ n, uses }: { n: number; uses: number }) {
	const { id, back, place } = useContext(NoteContext);
	return (
		<span className="note-back">
			{Array.from({ length: uses }, (_, at) => (
				<a
					// biome-ignore lint/suspicious/noArrayIndexKey: references are counted
					key={at}
					href={`#${referenceId(id, n, at + 1)}`}
					role="doc-backlink"
					aria-label={uses > 1 ? `${back} ${n}, ${place} ${at + 1}` : `${back} ${n}`}
				>
					↩{at > 0 ? <sup>{at + 1}</sup> : null}
				</a>
			))}
		</span>
	);
}
