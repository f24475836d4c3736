import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import type { LoadedList } from "../load/load-list.server.ts";

type Props = Pick<LoadedList, "again"> & { collectionId: string | null };

/** Uploaded documents whose names older ones have: they can take their places. */
export function Namesakes({ again, collectionId }: Props) {
	const { t } = useTranslation("documents");
	return again.map(({ id, name, olderId }) => (
		<Form key={id} method="post" className="banner doc-again" aria-label={t("again.text", { name })}>
			<Icon name="information-outline" />
			<p>{t("again.text", { name })}</p>
			<input type="hidden" name="intent" value="replace-by" />
			<input type="hidden" name="fileId" value={olderId} />
			<input type="hidden" name="newFileId" value={id} />
			<input type="hidden" name="collectionId" value={collectionId ?? ""} />
			<Button size="sm">{t("again.replace")}</Button>
		</Form>
	));
}
