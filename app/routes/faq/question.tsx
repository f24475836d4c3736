import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TreeView } from "../../chat/markdown/view/tree-view.tsx";
import { AccordionItem } from "../../ui/accordion.tsx";
import type { Answers } from "./faq-answers.server.ts";

type Props = Answers["sections"][number]["questions"][number] & { open: boolean };

/** A collapsible question, opened also by an anchor. */
export function Question({ slug, title, blocks, open }: Props) {
	const { t } = useTranslation("faq");
	return (
		<AccordionItem name="faq" title={title} open={open} id={slug}>
			<TreeView
				blocks={blocks}
				id={slug}
				labels={{ code: t("code"), ...t("notes", { returnObjects: true }) }}
			/>
			<a className="link-quiet" href={`${href("/FAQ")}#${slug}`}>
				{t("linkTo")}
			</a>
		</AccordionItem>
	);
}
