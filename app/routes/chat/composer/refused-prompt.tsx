import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Switches } from "../../../chat/tools/switches.server.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import type { RefusedUpload } from "../../../files/upload/read-multipart.server.ts";
import type { FileRoom } from "../../../files/upload/scarce-room.server.ts";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { Banner } from "../../../ui/banner.tsx";
import { moveToNew } from "./draft-storage.ts";
import type { LoadedPick } from "./pick/load-pick.server.ts";

/** Why a prompt was refused; its text comes back with an unused id. */
export type RefusedPrompt = {
	text: string;
	promptId: string;
	/** The field of the text; `retry`: an answer was to be regenerated or continued. */
	intent: "ask" | "edit" | "retry";
	problem:
		| "empty"
		| "too-long"
		| "no-such-model"
		| "model-of-another-plan"
		/** It takes no pictures, and the question has some. */
		| "blind-model"
		| "too-many-pictures"
		| "full"
		| "too-fast"
		| "too-many-unpaid"
		| "too-many-answers"
		| "busy"
		| "no-such-conversation"
		| "conflict"
		| "no-such-file"
		| "no-such-collection"
		| "too-many-collections"
		/** Some of its files do not go with it; they are named beside the field. */
		| "files"
		/** Not refused: a form without script has brought its files. */
		| "attached"
		/** Not refused: documents are being chosen for it. */
		| "picking"
		| "exhausted";
	/** Characters over the limit, seconds to wait, or the most pictures. */
	count?: number;
	/** The model that was chosen. */
	model?: string;
	/** The files that go with it. */
	files?: readonly ShownFile[];
	/** The ids of files that are gone. */
	missing?: readonly string[];
	refused?: readonly RefusedUpload[];
	/** The room of the plan for files, where little of it is left. */
	room?: FileRoom | null;
	/** The collections that it brings. */
	collections?: readonly ShownCollection[];
	/** The switches of the prompt. */
	switches?: Switches;
	/** The documents to choose from, without script. */
	pick?: LoadedPick;
};

export function RefusedPromptNotice({ refused }: { refused: RefusedPrompt }) {
	const { models, conversation } = useFrame();
	const { t } = useTranslation("chat");
	const { t: tf } = useTranslation("files");
	// The composer itself says what a model does not see.
	const isSaid = refused.problem === "blind-model" && refused.intent === "ask";
	if (refused.problem === "attached" || refused.problem === "picking" || isSaid) return null;
	const title = models.find(({ id }) => id === refused.model)?.title ?? "";
	const count = refused.count ?? 0;
	const retry = refused.intent === "retry" ? "Retry" : "";
	const text = {
		empty: () => t("problem.empty"),
		"too-long": () => t("tooLong", { count }),
		"no-such-model": () => t(`problem.no-such-model${retry}`),
		"model-of-another-plan": () => t(`problem.model-of-another-plan${retry}`),
		"too-fast": () => t(`problem.too-fast${retry}`, { count }),
		"too-many-unpaid": () => t("problem.too-many-unpaid", { count: Math.ceil(count / 60) }),
		"too-many-answers": () => t("problem.too-many-answers"),
		"blind-model": () => `${tf("blind.title", { title })} ${tf("blind.pick")}`,
		"too-many-pictures": () => tf("tooManyPictures", { title, count }),
		full: () => t(`problem.full${retry}`),
		busy: () => t("problem.busy"),
		"no-such-conversation": () => t(`problem.no-such-conversation${retry}`),
		conflict: () => t("problem.conflict"),
		"no-such-file": () => tf("noSuchFile"),
		"no-such-collection": () => tf("collections.gone"),
		"too-many-collections": () => tf("collections.tooMany", { count: COLLECTION_LIMITS.perConversation }),
		files: () => tf("notSent"),
		exhausted: () => t("exhausted.other"),
	}[refused.problem]();
	return (
		<div className="mb-2">
			<Banner tone="error">
				{text}
				{/* Without script the page that came back is that of a new chat. */}
				{refused.problem === "no-such-conversation" && conversation ? (
					<>
						{" "}
						<Link
							className="link"
							to="/chat"
							onClick={() => moveToNew(conversation.id, refused.intent === "edit" ? refused.text : "")}
						>
							{t("problem.moveToNew")}
						</Link>
					</>
				) : null}
			</Banner>
		</div>
	);
}
