import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import { picturesIn } from "../../../files/pictures/count-pictures.ts";
import { Button } from "../../../ui/button.tsx";
import { useFocusRestore } from "../../../ui/use-focus-restore.ts";
import { useScripted } from "../../../ui/use-scripted.ts";
import { LostNote } from "../message/lost-note.tsx";
import { StopForm, Unscripted, UnscriptedStop, UnscriptedWaiting } from "../message/stop-form.tsx";
import { EXCHANGE, focusFallbackInChat } from "../transcript/focus-fallback.ts";
import { AttachMenu } from "./attachments/attach-control.tsx";
import { AttachmentList, LookAgain } from "./attachments/attachment-list.tsx";
import { DropCover } from "./attachments/drop-cover.tsx";
import { useAttachments } from "./attachments/use-attachments.ts";
import { useDroppedFiles } from "./attachments/use-dropped-files.ts";
import { CollectionChips } from "./collection-chips.tsx";
import { ComposerCount } from "./composer-count.tsx";
import type { ComposerProps } from "./composer-props.ts";
import { Exhausted } from "./exhausted.tsx";
import { MessageField } from "./message-field.tsx";
import { ModelPicker, useModelChoice } from "./model/model-picker.tsx";
import { BlindNotice } from "./notices/blind-notice.tsx";
import { CrossBorderNote } from "./notices/cross-border-note.tsx";
import { RoomNotice } from "./notices/room-notice.tsx";
import { LazyPickDialog } from "./pick/lazy-pick-dialog.tsx";
import { QueuedPrompt, QueueStatus } from "./queued-prompt.tsx";
import { RefusedPromptNotice } from "./refused-prompt.tsx";
import { SendButton, UnscriptedSendButton } from "./send-button.tsx";
import { ToolSwitches } from "./tool-switches.tsx";
import { useAutosize } from "./use-autosize.ts";
import { useComposerText } from "./use-composer-text.ts";

export function Composer(props: ComposerProps) {
	const { t } = useTranslation("chat");
	const { allowance, prompt, refused, writing } = props;
	const area = useRef<HTMLTextAreaElement>(null);
	const { t: tf } = useTranslation("files");
	const { t: ts } = useTranslation("steps");
	const attachments = useAttachments(
		{
			files: refused?.files ?? props.picked.files,
			missing: refused?.missing ?? [],
			room: refused?.room ?? null,
		},
		props.shownFiles.map(({ id }) => id),
		props.owner,
		props.conversationId,
	);
	const { text, queue, ...draft } = useComposerText(area, {
		...props,
		files: attachments.ids,
		unread: attachments.unread,
	});
	useAutosize(area, text);
	const scripted = useScripted();
	const over = useDroppedFiles(attachments.add);
	const [model, choose] = useModel(props);
	useFocusWhenAsked(area, props.asked);
	// What a press changes here is often rendered here alone: files, the model, a question that waits.
	useFocusRestore(focusFallbackInChat, EXCHANGE);

	const [picking, setPicking] = useState(false);
	/** The collections that the question brings, besides those of the conversation. */
	const [added, setBrought] = useState<readonly ShownCollection[] | null>(null);
	const brought = added ?? refused?.collections ?? props.picked.collections;
	const known = new Set([...props.collections, ...brought].map(({ id }) => id));
	const shownPictures = attachments.chips.some((chip) => chip.state === "sent" && picturesIn(chip.file) > 0);
	const blind = model !== undefined && !model.sees && shownPictures;
	const seeing = props.models.filter(({ sees }) => sees);
	const typed = text.trim() !== "";
	/** The last question is on its way, and the field has another one. */
	const isNext = typed && prompt.pending !== null && prompt.pending !== text;
	const waitsFor = attachments.sending ? "files" : blind ? "seeing-model" : isNext ? "question" : null;
	/** The answer that is being written, or waits for the person. */
	const running = writing ?? props.waits;

	const none = (allowance.left === 0 || refused?.problem === "exhausted") && !writing;
	/** A form came back with what was typed: without script the page must neither hide nor reload it away. */
	const cameBack = refused !== null && (refused.text !== "" || (refused.files?.length ?? 0) > 0);
	/** A question may be a file alone. While an answer is running, files wait for the words that go with them. */
	const asks = typed || (attachments.ids !== "" && !writing);
	return (
		<div className="chat-dock">
			{over ? <DropCover /> : null}
			{refused && !none ? <RefusedPromptNotice refused={refused} /> : null}
			<QueueStatus waits={queue.queued !== null} returned={draft.returned} />
			{queue.queued ? (
				<QueuedPrompt
					text={queue.queued.text}
					onEdit={() => {
						queue.edit();
						area.current?.focus();
					}}
					onRemove={queue.remove}
				/>
			) : null}
			{draft.lost ? <LostNote lost={draft.lost} of={text ? "text" : "action"} /> : null}
			<div className="exhausted-region" role="status">
				{none ? <Exhausted allowance={allowance} /> : null}
			</div>
			{/* The input stays visible, also when another tab has used up the last message. */}
			<div className={writing && !cameBack ? "script-only" : undefined} hidden={none && text === ""}>
				<Form
					navigate={false}
					fetcherKey={prompt.fetcherKey}
					className="composer"
					action="/chat"
					method="post"
					// The script has sent the files before.
					encType={scripted ? undefined : "multipart/form-data"}
					// A question needs no files, and the field of files counts as required (`FilesChosen`).
					noValidate={!scripted}
					onSubmit={(event) => {
						if (waitsFor) event.preventDefault();
						else draft.onSubmit(event);
					}}
				>
					<input type="hidden" name="intent" value="ask" />
					<input type="hidden" name="promptId" value={draft.promptId} />
					<input type="hidden" name="conversationId" value={props.conversationId} />
					{props.after ? <input type="hidden" name="after" value={props.after} /> : null}
					<Unscripted>{import.meta.env.SSR ? <LookAgain chips={attachments.chips} /> : null}</Unscripted>
					<CollectionChips
						attached={props.collections}
						picked={brought}
						onDrop={(id) => setBrought(brought.filter((one) => one.id !== id))}
						conversationId={props.conversationId}
					/>
					{blind ? (
						<BlindNotice model={model} others={seeing} onPick={choose} />
					) : model?.sees === false && props.shownFiles.some(picturesIn) ? (
						<p className="composer-line" role="status">
							{tf("blind.chat")}
						</p>
					) : null}
					{attachments.scarce && attachments.chips.length + (refused?.refused?.length ?? 0) > 0 ? (
						<RoomNotice room={attachments.scarce} />
					) : null}
					<AttachmentList
						attachments={attachments}
						refused={refused?.refused ?? []}
						someSee={seeing.length > 0}
					/>
					<MessageField
						area={area}
						text={text}
						placeholder={props.waits ? ts("consent.waits") : t("placeholder")}
						// Without script a file may be chosen in the same form; the server knows.
						required={scripted && !asks}
						sending={prompt.pending === text}
						onType={draft.type}
						onFiles={attachments.add}
					/>
					<div className="composer-bar">
						<AttachMenu onFiles={attachments.add} onPick={() => setPicking(true)} />{" "}
						<ToolSwitches
							key={String(props.opening)}
							model={model}
							on={refused?.switches ?? props.switches}
						/>{" "}
						<ComposerCount left={draft.left} limit={props.limit} allowance={allowance} />{" "}
						<ModelPicker models={props.models} chosen={model} onChoose={choose} />{" "}
						{running ? (
							<Button type="submit" form="stop" icon="stop" className="script-only">
								{t("stop")}
							</Button>
						) : null}{" "}
						{typed || cameBack || !running ? (
							<SendButton idle={!asks} waitsFor={waitsFor} queues={Boolean(writing)} />
						) : props.waits ? (
							// Another question is a refusal.
							<UnscriptedSendButton />
						) : null}
					</div>
					{waitsFor === "files" || waitsFor === "question" ? (
						<p id="on-its-way" className="sr-only">
							{waitsFor === "files" ? tf("wait") : t("wait")}
						</p>
					) : null}
				</Form>
			</div>
			<LazyPickDialog
				open={picking}
				onClose={() => setPicking(false)}
				has={new Set([...known, ...attachments.ids.split(",")])}
				room={{ files: attachments.room, collections: COLLECTION_LIMITS.perConversation - known.size }}
				onPick={({ files, collections }) => {
					attachments.addStored(files);
					setBrought([...brought, ...collections]);
				}}
			/>
			{running ? <StopForm answerId={running} conversationId={props.conversationId} /> : null}
			{props.waits && !writing ? (
				<UnscriptedStop answerId={props.waits} conversationId={props.conversationId} />
			) : null}
			{writing ? (
				<UnscriptedWaiting
					answerId={writing}
					conversationId={props.conversationId}
					stopping={props.stopping}
					hold={props.hold || cameBack}
					moment={props.promptId.slice(0, 8)}
				/>
			) : null}
			<CrossBorderNote shown={model?.crossBorder ?? false} />
			<p className="chat-legal">{props.withoutModel ? t("noModel") : t("disclaimer")}</p>
		</div>
	);
}

/** The model of the question: chosen here, that of a refused question, or the conversation's. */
function useModel({ models, model, refused, conversationId }: ComposerProps) {
	const [chosen, pick] = useState<string | null>(null);
	const id = chosen ?? (refused?.model || model);
	return [models.find((one) => one.id === id) ?? models[0], useModelChoice(conversationId, pick)] as const;
}

/** Focuses the field of a question that the address brings, unless the person is elsewhere. */
function useFocusWhenAsked(area: RefObject<HTMLTextAreaElement | null>, asked: string): void {
	const scripted = useScripted();
	/** False where the server has rendered it: somebody may be anywhere on the page when the script arrives. */
	const [isNew] = useState(scripted);
	useEffect(() => {
		const elsewhere = isNew ? "input, textarea" : ":not(body)";
		if (asked && !document.activeElement?.matches(elsewhere)) area.current?.focus();
	}, [area, asked, isNew]);
}
