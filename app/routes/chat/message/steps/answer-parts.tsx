import { Fragment } from "react";
import type { ShownReasoning } from "../../../../chat/answers/shown-answer.server.ts";
import type { Tree } from "../../../../chat/markdown/tree/tree.ts";
import { TreeView } from "../../../../chat/markdown/view/tree-view.tsx";
import type { ShownRound } from "../../../../chat/tools/shown-step.ts";
import { useFrame } from "../../../../layouts/chat/load/use-frame.ts";
import { Reasoning } from "../reasoning.tsx";
import { inOrder } from "./in-order.ts";
import { MadePictures } from "./made-pictures.tsx";
import { Steps } from "./steps.tsx";

type Props = {
	blocks: readonly Tree[];
	reasoning: ShownReasoning;
	rounds: readonly ShownRound[];
	/** The answer is over. */
	ended: boolean;
	/** It is complete: one that was stopped or has failed shows how far it came. */
	complete: boolean;
	answerId: string;
	conversationId: string;
	labels: Parameters<typeof TreeView>[0]["labels"];
};

/** The reasoning, the text and the steps of the model, in the order in which they happened. */
export function AnswerParts(props: Props) {
	const { blocks, reasoning, rounds, ended, complete, answerId, conversationId, labels } = props;
	const { opensDetails } = useFrame();
	return inOrder(blocks, reasoning, rounds).map((part, i) => (
		<Fragment key={part.after}>
			{part.reasoning.blocks.length > 0 ? (
				<Reasoning
					reasoning={part.reasoning}
					id={i === 0 ? `r-${answerId}` : `r-${answerId}-${i}`}
					answerId={answerId}
					conversationId={conversationId}
					writing={!ended}
					open={opensDetails}
				/>
			) : null}
			{part.text.length > 0 || (i === 0 && blocks.length === 0) ? (
				<TreeView blocks={part.text} id={i === 0 ? `m-${answerId}` : `m-${answerId}-${i}`} labels={labels} />
			) : null}
			<Steps steps={part.steps} folds={complete} open={opensDetails} />
			<MadePictures steps={part.steps} />
		</Fragment>
	));
}
