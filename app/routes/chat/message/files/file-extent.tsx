import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { GivenDocument } from "../../../../chat/context/given-documents.server.ts";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { extentText } from "./extent-text.ts";

type Props = { file: ShownFile; given: GivenDocument | undefined; conversationId: string };

/** How much of a file the model was given, and the switch for the next answers: all of it, or what the question finds. */
export function FileExtent({ file, given, conversationId }: Props) {
	const { t } = useTranslation("files");
	const fetcher = useFetcher();
	const wanted = fetcher.formData?.get("extent") ?? file.extent;
	const isWhole = wanted === null ? given?.passages === null : wanted === "whole";
	// Before the answer nobody knows what fits.
	if (!given && wanted === null) return null;
	const differs = given !== undefined && (given.passages === null) !== isWhole && !given.tooLarge;
	const to = isWhole ? "found" : "whole";
	const label = t(`extent.toOf.${to}`, { name: file.name });
	return (
		<fetcher.Form
			method="post"
			action="/chat"
			className="file-extent"
			data-extent={given ? extentOf(given) : undefined}
		>
			<input type="hidden" name="intent" value="extent" />
			<input type="hidden" name="conversationId" value={conversationId} />
			<input type="hidden" name="fileId" value={file.id} />
			<input type="hidden" name="extent" value={to} />
			<span>
				{given ? extentText(t, given) : null}
				{differs ? ` · ${t(isWhole ? "extent.wants.whole" : "extent.wants.found")}` : null}
			</span>{" "}
			<button type="submit" className="link" title={label} aria-label={label}>
				{t(`extent.to.${to}`)}
			</button>
		</fetcher.Form>
	);
}

const extentOf = ({ passages }: GivenDocument) => (passages === null ? "whole" : "found");
