import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { GalleryPicture } from "./gallery.ts";
import { pictureName } from "./picture-name.ts";
import { PictureViewer } from "./picture-viewer.tsx";

type Props = {
	pictures: readonly GalleryPicture[];
	at: number;
	promptId: string | null;
	onGo: (at: number) => void;
	onClose: () => void;
};

/** A picture over the page: arrows lead to its neighbours, and Escape back to the link that was pressed. */
export default function PictureDialog({ pictures, at, promptId, onGo, onClose }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		dialog.current?.showModal();
		// Not by `autoFocus`, which comes before the dialog is open: it would give the focus back to itself.
		dialog.current?.querySelector<HTMLElement>("[data-close]")?.focus();
	}, []);
	const picture = pictures[at];
	if (!picture) return null;
	const place = t("picture.place", { n: at + 1, of: pictures.length });
	return (
		<dialog
			ref={dialog}
			className="viewer"
			aria-label={t("picture.dialog", { place, name: pictureName(t, picture) })}
			onClose={onClose}
			onKeyDown={({ key }) => {
				const to = at + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0);
				if (to !== at && pictures[to]) onGo(to);
			}}
		>
			<PictureViewer
				pictures={pictures}
				at={at}
				promptId={promptId}
				onGo={onGo}
				close={
					<IconButton
						data-close
						icon="close"
						label={t("picture.close")}
						onClick={() => dialog.current?.close()}
					/>
				}
			/>
			<p role="status" className="sr-only">
				{place}
			</p>
		</dialog>
	);
}
