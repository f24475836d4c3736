import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { LoadedDraft } from "./load-edition.server.ts";
import { editionPath, paperActPath } from "./paper-path.ts";
import type { PapersState } from "./papers-state.ts";

/** Confirms that a draft is thrown away. */
export function RemovePage({ kind, revision, state }: LoadedDraft & { state: PapersState | undefined }) {
	const { t } = useTranslation("admin");
	return (
		<FormPage
			path={[
				[href("/admin/papers"), t("papers.title")],
				[editionPath(kind, "draft"), t(`papers.kinds.${kind}`)],
			]}
			title={t("papers.remove.title")}
			action={paperActPath(kind, "remove")}
			button={{ label: t("papers.remove.button"), pendingLabel: t("confirm.sending"), variant: "error" }}
			state={state}
			needed={null}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={revision} />
			<p>{t("papers.remove.text")}</p>
		</FormPage>
	);
}
