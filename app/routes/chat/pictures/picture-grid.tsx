import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadPart } from "../../../connection/load-when-connected.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { follow } from "../../../ui/follow.ts";
import { TakeOut } from "../message/files/take-out.tsx";
import { galleryOf, pageOf, sourceOf } from "./gallery.ts";
import { pictureName } from "./picture-name.ts";

const PictureDialog = lazy(() => loadPart(() => import("./picture-dialog.tsx")));

type Props = {
	/** Pictures. */
	files: readonly ShownFile[];
	/** All files of the question: the view leads on to pages of scans too. */
	all: readonly ShownFile[];
	promptId: string;
	conversationId: string;
};

/** The pictures of a question, above it. Each is a link to its page, which opens over this one where there is script. */
export function PictureGrid({ files, all, promptId, conversationId }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const [at, go] = useState<number | null>(null);
	const pictures = galleryOf(all);
	return (
		<>
			<ul className="q-media" data-n={Math.min(files.length, 6)} aria-label={t("picture.list")}>
				{files.map((file) => {
					const place = pictures.findIndex((picture) => picture.file.id === file.id);
					const picture = pictures[place];
					const name = pictureName(t, picture ?? { file, n: 1 });
					const label = t("picture.open", { n: place + 1, of: pictures.length, name });
					return (
						<li
							key={file.id}
							data-file-id={file.id}
							data-state={file.state}
							data-removed={file.removed || undefined}
						>
							{picture ? (
								<a
									href={pageOf(picture, promptId)}
									aria-label={label}
									onClick={follow(pageOf(picture, promptId), () => go(place))}
								>
									{/* React asks for a picture that is not lazy ahead of the exchange, where the browser's has nothing. */}
									<img src={sourceOf(picture, "small")} alt={name} loading="lazy" />
								</a>
							) : (
								<span className="pic-wait" role="img" aria-label={t("picture.waiting", { name })}>
									<span className="spinner" />
								</span>
							)}
							{file.removed ? (
								<span className="pic-note">{t("takenOut")}</span>
							) : (
								<TakeOut file={file} conversationId={conversationId} />
							)}
						</li>
					);
				})}
			</ul>
			{at === null ? null : (
				<Suspense fallback={null}>
					<PictureDialog pictures={pictures} at={at} promptId={promptId} onGo={go} onClose={() => go(null)} />
				</Suspense>
			)}
		</>
	);
}
