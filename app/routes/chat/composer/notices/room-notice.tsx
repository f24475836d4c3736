import { useTranslation } from "react-i18next";
import type { FileRoom } from "../../../../files/upload/scarce-room.server.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { LinkButton } from "../../../../ui/button.tsx";
import { formatBytes } from "../attachments/format-bytes.ts";

/** Says that little room for files is left, or none, and leads to where it is made. */
export function RoomNotice({ room: { used, of } }: { room: FileRoom }) {
	const { t } = useTranslation(["files", "reading"]);
	const isFull = used >= of;
	const sizes = { used: formatBytes(t, used), of: formatBytes(t, of) };
	return (
		<div className={isFull ? "composer-note composer-note-error" : "composer-note"} role="status" data-room>
			<Icon name={isFull ? "database-alert-outline" : "database-outline"} />
			<p>
				<b>{t(isFull ? "room.full" : "room.nearly")}</b> {t(isFull ? "room.usedFull" : "room.used", sizes)}
			</p>
			<LinkButton to="/documents?sort=size" size="sm">
				{t("room.free")}
			</LinkButton>
		</div>
	);
}
