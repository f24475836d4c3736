import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { isShowableScan } from "../../../../files/pictures/count-pictures.ts";
import { useFrame } from "../../../../layouts/chat/load/use-frame.ts";
import { Button } from "../../../../ui/button.tsx";

/** Offers to show the pages of a scan to a model that sees. */
export function ShowScan({ file, conversationId }: { file: ShownFile; conversationId: string }) {
	const { t } = useTranslation(["files", "reading"]);
	const { models } = useFrame();
	const fetcher = useFetcher();
	if (!isShowableScan(file) || file.removed || !models.some(({ sees }) => sees)) return null;
	return (
		<fetcher.Form method="post" action="/chat" className="scan-offer">
			<input type="hidden" name="intent" value="as-pictures" />
			<input type="hidden" name="conversationId" value={conversationId} />
			<input type="hidden" name="fileId" value={file.id} />
			<Button type="submit" size="sm" aria-disabled={fetcher.state !== "idle" || undefined}>
				{t("picture.showPages")}
			</Button>
		</fetcher.Form>
	);
}
