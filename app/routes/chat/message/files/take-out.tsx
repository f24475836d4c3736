import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";

/** The model is not told about the file any more; the question still names it. */
export function TakeOut({ file, conversationId }: { file: ShownFile; conversationId: string }) {
	const { t } = useTranslation(["files", "reading"]);
	const fetcher = useFetcher();
	return (
		<fetcher.Form method="post" action="/chat">
			<input type="hidden" name="intent" value="detach" />
			<input type="hidden" name="conversationId" value={conversationId} />
			<input type="hidden" name="fileId" value={file.id} />
			<IconButton
				type="submit"
				icon="close"
				iconSize="sm"
				size="sm"
				label={t("takeOut", { name: file.name })}
				aria-disabled={fetcher.state !== "idle" || undefined}
			/>
		</fetcher.Form>
	);
}
