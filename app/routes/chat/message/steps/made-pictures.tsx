import { useTranslation } from "react-i18next";
import type { ShownStep } from "../../../../chat/tools/shown-step.ts";

/** The pictures that steps have made, below them: each is a link to its page. */
export function MadePictures({ steps }: { steps: readonly ShownStep[] }) {
	const { t } = useTranslation("steps");
	const pictures = steps.flatMap((step) => step.pictures);
	if (pictures.length === 0) return null;
	return (
		<ul className="q-media made-media" data-n={Math.min(pictures.length, 6)} aria-label={t("pictures")}>
			{pictures.map(({ id, name }) => (
				<li key={id} data-file-id={id}>
					<a href={`/files/view?id=${id}`} aria-label={t("picture", { name })}>
						{/* The picture is not requested ahead of the exchange, as in a question. */}
						<img src={`/files/picture?id=${id}&size=full`} alt={name} loading="lazy" />
					</a>
				</li>
			))}
		</ul>
	);
}
