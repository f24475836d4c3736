import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { GivenDocument } from "../../../chat/context/given-documents.server.ts";
import type { ShownPrompt } from "../../../chat/conversations/conversations.server.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { IconLink } from "../../../ui/icon-button.tsx";
import type { RefusedPrompt } from "../composer/refused-prompt.tsx";
import { readMessage } from "../load/read-message.ts";
import { CopyMessageButton } from "./copy-message-button.tsx";
import { EditForm } from "./edit-form.tsx";
import { PromptFiles } from "./files/prompt-files.tsx";
import { fileOf } from "./long-note.tsx";
import { VersionSwitch } from "./version-switch.tsx";

type Props = {
	prompt: ShownPrompt;
	/** The files with their latest states. */
	files: readonly ShownFile[];
	/** The documents of the prompt that the model was given for the shown answer. */
	given: readonly GivenDocument[];
	conversationId: string;
	/** An unused id for the next version. */
	promptId: string;
	linked: boolean;
	editing: boolean;
	refused: RefusedPrompt | null;
};

/** A prompt with its actions. Edited in place. */
export function PromptBubble({
	prompt,
	files,
	given,
	conversationId,
	promptId,
	linked,
	editing,
	refused,
}: Props) {
	const { t } = useTranslation("chat");
	const [opened, setOpened] = useState(false);
	const here = `/chat?c=${conversationId}`;
	const article = useRef<HTMLElement>(null);
	// Cancelling removes the form that had the focus: it returns to the opener.
	const cancel = () => {
		flushSync(() => setOpened(false));
		article.current?.querySelector<HTMLElement>("[data-edit]")?.focus();
	};
	return (
		<article
			ref={article}
			className="msg-user"
			id={`m-${prompt.id}`}
			aria-labelledby={`by-${prompt.id}`}
			data-message-id={prompt.id}
			data-role="user"
			data-linked={linked || undefined}
		>
			<h2 className="sr-only" id={`by-${prompt.id}`}>
				{t("yours")}
			</h2>
			{opened || editing ? (
				<EditForm
					prompt={prompt}
					promptId={promptId}
					refused={editing ? refused : null}
					cancelTo={`${here}#m-${prompt.id}`}
					onCancel={opened ? cancel : undefined}
				/>
			) : (
				<>
					<PromptFiles
						files={files}
						deleted={prompt.deletedFiles}
						given={given}
						promptId={prompt.id}
						conversationId={conversationId}
					/>
					<div className="bubble">{prompt.text}</div>
					{prompt.cut ? (
						<p className="msg-note">
							{t("long.promptCut")}{" "}
							<a className="link" href={fileOf(conversationId, prompt.id)} download>
								{t("long.prompt")}
							</a>
						</p>
					) : null}
					<div className="msg-actions">
						{prompt.versions ? <VersionSwitch versions={prompt.versions} /> : null}
						<CopyMessageButton
							read={() => (prompt.cut ? readMessage(conversationId, prompt.id) : prompt.text)}
						/>
						{prompt.cut ? null : (
							<IconLink
								size="sm"
								iconSize="sm"
								icon="pencil-outline"
								label={t("action.edit")}
								data-edit
								to={`${here}&do=edit&m=${prompt.id}#m-${prompt.id}`}
								onClick={(event) => {
									event.preventDefault();
									setOpened(true);
								}}
							/>
						)}
					</div>
				</>
			)}
		</article>
	);
}
