import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TreeView } from "../../chat/markdown/tree-view.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { Answers } from "./answers.server.ts";

type Props = Answers["sections"][number]["questions"][number] & { open: boolean };

/**
 * A question that opens. Its anchor lies within the answer: a browser that is led to it by an address
 * opens what hides it. Opening one closes another where the browser knows `name` on `details`.
 */
export function Question({ slug, title, blocks, open }: Props) {
	const { t } = useTranslation("faq");
	return (
		<details className="faq-question" name="faq" open={open}>
			<summary>
				{title}
				<Icon name="chevron-down" />
			</summary>
			<div className="faq-answer" id={slug}>
				<TreeView blocks={blocks} labels={{ code: t("code") }} />
				<a className="link-quiet" href={`${href("/FAQ")}#${slug}`}>
					{t("linkTo")}
				</a>
			</div>
		</details>
	);
}
