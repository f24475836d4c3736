import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import { editionActPath, editionPath } from "./edition-path.ts";
import type { EditionsState } from "./editions-state.ts";
import type { LoadedDraft } from "./load-edition.server.ts";

/** Confirms that a draft is thrown away. */
export function RemovePage({ kind, revision, state }: LoadedDraft & { state: EditionsState | undefined }) {
	const { t } = useTranslation("admin");
	return (
		<FormPage
			path={[
				[href("/admin/papers"), t("editions.title")],
				[editionPath(kind, "draft"), t(`editions.kinds.${kind}`)],
			]}
			title={t("editions.remove.title")}
			action={editionActPath(kind, "remove")}
			button={{ label: t("editions.remove.button"), pendingLabel: t("confirm.sending"), variant: "error" }}
			state={state}
			needed={null}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={revision} />
			<p>{t("editions.remove.text")}</p>
		</FormPage>
	);
}
