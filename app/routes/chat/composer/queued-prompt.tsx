import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";

type Props = { text: string; onEdit: () => void; onRemove: () => void };

/** The prompt that goes when the running answer is done, above the field. */
export function QueuedPrompt({ text, onEdit, onRemove }: Props) {
	const { t } = useTranslation("chat");
	return (
		<section className="queued" aria-label={t("queue.label")}>
			<div className="queued-body">
				<p className="queued-when">{t("queue.waits")}</p>
				<p className="queued-text">{text}</p>
			</div>
			<IconButton icon="pencil-outline" iconSize="sm" label={t("queue.edit")} onClick={onEdit} />
			<IconButton icon="close" iconSize="sm" label={t("queue.remove")} onClick={onRemove} />
		</section>
	);
}

/** Announces that a prompt waits, and tells why one is back in the field. */
export function QueueStatus({ waits, returned }: { waits: boolean; returned: boolean }) {
	const { t } = useTranslation("chat");
	return (
		<div role="status">
			{waits ? <p className="sr-only">{t("queue.added")}</p> : null}
			{returned ? <p className="queued-note">{t("queue.returned")}</p> : null}
		</div>
	);
}
