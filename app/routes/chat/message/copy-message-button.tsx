import { useTranslation } from "react-i18next";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";

/**
 * Copies a text to the clipboard, and says whether it has. Only its place is there until the script runs: a text
 * browser would show a button that does nothing.
 */
export function CopyMessageButton({ read }: { read: () => string | Promise<string> }) {
	const { t } = useTranslation("chat");
	const { showMessage } = useConversationActions();
	const scripted = useScripted();
	const copy = () =>
		copyText(read()).then(
			() => showMessage(t("copied")),
			() => showMessage(t("notCopied")),
		);
	if (!scripted) return <span className="icon-btn icon-btn-sm script-only" />;
	return (
		<IconButton
			data-shortcut="copy"
			size="sm"
			iconSize="sm"
			icon="content-copy"
			label={t("copy")}
			onClick={copy}
		/>
	);
}
