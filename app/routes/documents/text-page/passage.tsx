import { useTranslation } from "react-i18next";
import { ScrollBox } from "../../../chat/markdown/view/scroll-box.tsx";
import type { ShownPassage } from "../../../files/passages/read-text-page.server.ts";
import { type TextBlock, textBlocks } from "./text-blocks.ts";

type Props = { passage: ShownPassage; marked: boolean };

/** A passage of a document's text; what an answer cites is marked. */
export function Passage({ passage: { n, text }, marked }: Props) {
	return (
		<div id={`passage-${n}`} className="passage" data-marked={marked || undefined}>
			{textBlocks(text).map((block, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change
				<Block key={at} block={block} marked={marked} />
			))}
		</div>
	);
}

function Block({ block, marked }: { block: TextBlock; marked: boolean }) {
	const { t } = useTranslation("documentText");
	if (block.kind === "heading") return <h3>{marked ? <mark>{block.text}</mark> : block.text}</h3>;
	if (block.kind === "text") return <p>{marked ? <mark>{block.text}</mark> : block.text}</p>;
	const [head = [], ...rows] = block.rows;
	return (
		<ScrollBox as="div" label={t("table")} className="passage-table">
			<table>
				<thead>
					<Row cells={head} of="th" marked={marked} />
				</thead>
				<tbody>
					{rows.map((cells, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: as above
						<Row key={at} cells={cells} of="td" marked={marked} />
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function Row({ cells, of: Cell, marked }: { cells: string[]; of: "th" | "td"; marked: boolean }) {
	return (
		<tr>
			{cells.map((text, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: as above
				<Cell key={at} {...(Cell === "th" && { scope: "col" })}>
					{marked && text !== "" ? <mark>{text}</mark> : text}
				</Cell>
			))}
		</tr>
	);
}
