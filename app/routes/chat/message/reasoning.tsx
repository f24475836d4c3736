import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { ShownReasoning } from "../../../chat/answers/shown-answer.server.ts";
import { TreeView } from "../../../chat/markdown/view/tree-view.tsx";
import { reasoningWords } from "../../../chat/tools/reasoning-of-rounds.ts";
import { Icon } from "../../../icons/icon.tsx";
import { reasoningAddress, SHOWN_REASONING } from "./reasoning-address.ts";
import { useSeconds } from "./steps/use-seconds.ts";

type Props = {
	reasoning: ShownReasoning;
	/** Prefixes the ids in the text. */
	id: string;
	answerId: string;
	conversationId: string;
	/** The answer is running: without script its page loads itself anew. */
	writing: boolean;
	/** Every reasoning stands open from the beginning. */
	open: boolean;
};

/** The reasoning of a model at this place of its answer, folded, with the time that it took. */
export function Reasoning({ reasoning, id, answerId, conversationId, writing, open }: Props) {
	const { t } = useTranslation("chat");
	const [query] = useSearchParams();
	const opened = open || query.get(SHOWN_REASONING) === answerId;
	// A page that loads itself anew would fold it: there it is a link to the page where it is unfolded.
	const isLink = writing && !open;
	const seconds = useSeconds(reasoning);
	const noteTexts = t("notes", { returnObjects: true });
	const copyTexts = { copy: t("copy"), copied: t("copied"), notCopied: t("notCopied") };
	const labels = { ...copyTexts, code: t("code"), ...noteTexts };
	const words = (
		<>
			<Icon name="head-lightbulb-outline" size="sm" />
			{reasoningWords(seconds, reasoning.running, t)}
			<Icon name="chevron-down" size="sm" className="reasoning-turn" />
		</>
	);
	const last = reasoning.blocks.at(-1);
	const isCut = typeof last === "object" && last[0] === "plain" && last[1]?.cut === true;
	return (
		<details className="reasoning" open={opened} aria-busy={reasoning.running || undefined}>
			<summary>
				{isLink ? (
					<noscript>
						{import.meta.env.SSR ? (
							<Link to={`${reasoningAddress(conversationId, opened ? null : answerId)}#last`}>{words}</Link>
						) : null}
					</noscript>
				) : null}
				<span className={isLink ? "script-only" : undefined}>{words}</span>
			</summary>
			<TreeView className="reasoning-text" blocks={reasoning.blocks} id={id} labels={labels} />
			{isCut ? <p>…</p> : null}
		</details>
	);
}
