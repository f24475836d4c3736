import { useTranslation } from "react-i18next";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import { Banner } from "../../../ui/banner.tsx";
import { refusalText } from "../../chat/composer/attachments/refusal-text.ts";
import type { Problem } from "./problem.ts";

/** The action that a form could not do. A wrong name stands at its field. */
export function ProblemBanner({ problem }: { problem: Problem | null }) {
	const { t } = useTranslation(["files", "reading"]);
	const { t: td } = useTranslation("documents");
	if (!problem || problem.problem === "name") return null;
	if (problem.problem === "nothing") return <Banner tone="warning">{td("notUploaded.nothing")}</Banner>;
	if (problem.problem === "full-collection")
		return <Banner tone="error">{td("collecting.full", { count: COLLECTION_LIMITS.files })}</Banner>;
	const { refused, of } = problem;
	const title = of > 1 ? td("notUploaded.some", { count: refused.length, of }) : td("notUploaded.one");
	return (
		<Banner tone="error" title={title}>
			{refused
				.map((file) => td("notUploaded.line", { name: file.name, text: refusalText(t, file) }))
				.join(". ")}
		</Banner>
	);
}
