import { Fragment } from "react";
import type { Tree } from "../../../../chat/markdown/tree/tree.ts";
import { TreeView } from "../../../../chat/markdown/view/tree-view.tsx";
import { type ShownRound, STEPS } from "../../../../chat/tools/shown-step.ts";
import { Steps } from "./steps.tsx";

type Props = {
	blocks: readonly Tree[];
	rounds: readonly ShownRound[];
	/** The answer is over. */
	ended: boolean;
	/** Prefixes the ids in the text. */
	id: string;
	labels: Parameters<typeof TreeView>[0]["labels"];
};

/** The text of an answer with what the model did at its places, in the order in which it happened. */
export function AnswerParts({ blocks, rounds, ended, id, labels }: Props) {
	// Without steps the text is all there is.
	if (!blocks.some(isPlace)) return <TreeView blocks={blocks} id={id} labels={labels} />;
	return partsOf(blocks).map(({ text, rounds: numbers }, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position and by nothing else
		<Fragment key={i}>
			{text.length > 0 ? <TreeView blocks={text} id={i === 0 ? id : `${id}-${i}`} labels={labels} /> : null}
			<Steps
				steps={rounds.flatMap(({ round, steps }) => (numbers.includes(round) ? steps : []))}
				folds={ended}
			/>
		</Fragment>
	));
}

type Part = { text: Tree[]; rounds: number[] };

/** Text, and the rounds right after it. */
function partsOf(blocks: readonly Tree[]): Part[] {
	const parts: Part[] = [{ text: [], rounds: [] }];
	for (const tree of blocks) {
		const last = parts.at(-1);
		if (!last) break;
		if (isPlace(tree)) last.rounds.push(Number(tree[1]?.round));
		else if (last.rounds.length === 0) last.text.push(tree);
		else parts.push({ text: [tree], rounds: [] });
	}
	return parts;
}

const isPlace = (tree: Tree): tree is Exclude<Tree, string> => typeof tree === "object" && tree[0] === STEPS;
