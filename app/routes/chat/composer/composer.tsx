import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import { picturesIn } from "../../../files/pictures/count-pictures.ts";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { isComposing } from "../../../ui/is-composing.ts";
import { useScripted } from "../../../ui/use-scripted.ts";
import { LostNote } from "../message/lost-note.tsx";
import { StopForm, Unscripted, UnscriptedStop, UnscriptedWaiting } from "../message/stop-form.tsx";
import { AttachMenu } from "./attachments/attach-control.tsx";
import { AttachmentList } from "./attachments/attachment-list.tsx";
import { DropCover } from "./attachments/drop-cover.tsx";
import { useAttachments } from "./attachments/use-attachments.ts";
import { useDroppedFiles } from "./attachments/use-dropped-files.ts";
import { CollectionChips } from "./collection-chips.tsx";
import { ComposerCount } from "./composer-count.tsx";
import type { ComposerProps } from "./composer-props.ts";
import { Exhausted } from "./exhausted.tsx";
import { ModelPicker, useModelChoice } from "./model-picker.tsx";
import { BlindNotice } from "./notices/blind-notice.tsx";
import { LONG_PASTE, LongPaste } from "./notices/long-paste.tsx";
import { RoomNotice } from "./notices/room-notice.tsx";
import { LazyPickDialog } from "./pick/lazy-pick-dialog.tsx";
import { QueuedPrompt, QueueStatus } from "./queued-prompt.tsx";
import { RefusedPromptNotice } from "./refused-prompt.tsx";
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
		props.shownFiles,
		props.owner,
		props.conversationId,
	);
	const { text, queue, ...draft } = useComposerText(area, { ...props, files: attachments.ids });
	useAutosize(area, text);
	const scripted = useScripted();
	const over = useDroppedFiles(attachments.add);
	/** A long text that has just been pasted, and is still in the field. */
	const [pasted, setPasted] = useState("");
	const long = pasted !== "" && text.includes(pasted) ? pasted : "";
	const [chosen, pick] = useState<string | null>(null);
	const picked = chosen ?? (refused?.model || props.model);
	const model = props.models.find(({ id }) => id === picked) ?? props.models[0];
	/** False where the server has rendered it: somebody may be anywhere on the page when the script arrives. */
	const [isNew] = useState(scripted);
	useEffect(() => {
		const elsewhere = isNew ? "input, textarea" : ":not(body)";
		if (props.asked && !document.activeElement?.matches(elsewhere)) area.current?.focus();
	}, [props.asked, isNew]);

	const [picking, setPicking] = useState(false);
	/** The collections that the question brings, besides those of the conversation. */
	const [added, setBrought] = useState<readonly ShownCollection[] | null>(null);
	const brought = added ?? refused?.collections ?? props.picked.collections;
	const known = new Set([...props.collections, ...brought].map(({ id }) => id));
	const choose = useModelChoice(props.conversationId, pick);
	const shownPictures = attachments.chips.some((chip) => chip.state === "sent" && picturesIn(chip.file) > 0);
	const blind = model !== undefined && !model.sees && shownPictures;
	const seeing = props.models.filter(({ sees }) => sees);
	const waits = attachments.sending || blind;

	const none = (allowance.left === 0 || refused?.problem === "exhausted") && !writing;
	/** A form came back with what was typed: without script the page must neither hide nor reload it away. */
	const cameBack = refused !== null && (refused.text !== "" || (refused.files?.length ?? 0) > 0);
	const typed = text.trim() !== "";
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
					onRemove={() => {
						queue.remove();
						// The button that was pressed is gone.
						if (!matchMedia("(pointer: coarse)").matches) area.current?.focus();
					}}
				/>
			) : null}
			{draft.lost ? <LostNote lost={draft.lost} of="text" /> : null}
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
						if (waits) event.preventDefault();
						else draft.onSubmit(event);
					}}
				>
					<input type="hidden" name="intent" value="ask" />
					<input type="hidden" name="promptId" value={draft.promptId} />
					<input type="hidden" name="conversationId" value={props.conversationId} />
					{props.after ? <input type="hidden" name="after" value={props.after} /> : null}
					<Unscripted />
					<CollectionChips
						attached={props.collections}
						picked={brought}
						onDrop={(id) => setBrought(brought.filter((one) => one.id !== id))}
						conversationId={props.conversationId}
					/>
					{blind ? <BlindNotice model={model} others={seeing} onPick={choose} /> : null}
					{attachments.scarce && attachments.chips.length + (refused?.refused?.length ?? 0) > 0 ? (
						<RoomNotice room={attachments.scarce} />
					) : null}
					<AttachmentList
						attachments={attachments}
						refused={refused?.refused ?? []}
						someSee={seeing.length > 0}
					/>
					{long ? (
						<LongPaste
							onAttach={() => {
								attachments.add([new File([long], tf("pasted"), { type: "text/plain" })]);
								draft.type(text.replace(long, ""));
								setPasted("");
								area.current?.focus();
							}}
						/>
					) : null}
					<label className="sr-only" htmlFor="message">
						{t("message")}
					</label>
					<textarea
						ref={area}
						id="message"
						name="text"
						rows={1}
						// Without script a file may be chosen in the same form; the server knows.
						required={scripted && !asks}
						placeholder={props.waits ? ts("consent.waits") : t("placeholder")}
						aria-describedby="left"
						data-sending={prompt.pending === text || undefined}
						value={text}
						onChange={(event) => draft.type(event.target.value)}
						onKeyDown={sendOnEnter}
						onPaste={(event) => {
							const files = [...event.clipboardData.files];
							const text = event.clipboardData.getData("text/plain");
							if (text.length > LONG_PASTE) setPasted(text.replace(/\r\n?/g, "\n"));
							// Office programs put a picture of the text beside it.
							if (files.length === 0 || text !== "") return;
							event.preventDefault();
							attachments.add(files.map((file) => named(file, tf("pastedPicture"))));
						}}
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
						{(writing ?? props.waits) ? (
							<Button type="submit" form="stop" icon="stop" className="script-only">
								{t("stop")}
							</Button>
						) : null}{" "}
						{typed || cameBack || !(writing ?? props.waits) ? (
							<button
								type="submit"
								className="composer-send"
								data-idle={!asks || waits || undefined}
								aria-disabled={(scripted && waits) || undefined}
								aria-describedby={attachments.sending ? "files-sending" : blind ? "blind" : undefined}
								title={attachments.sending ? tf("wait") : blind ? tf("blind.sendWait") : undefined}
							>
								<Icon name="arrow-up" />
								<span className="sr-only">{writing ? t("queue.add") : t("send")}</span>
							</button>
						) : props.waits ? (
							// Another question is a refusal. Without script nobody knows when one has been typed.
							<noscript>
								<button type="submit" className="composer-send">
									<Icon name="arrow-up" />
									<span className="sr-only">{t("send")}</span>
								</button>
							</noscript>
						) : null}
					</div>
					{attachments.sending ? (
						<p id="files-sending" className="sr-only">
							{tf("wait")}
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
			{(writing ?? props.waits) ? (
				<StopForm answerId={writing ?? props.waits ?? ""} conversationId={props.conversationId} />
			) : null}
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
			{/* Announces the note when the choice changes. Without script the page loads after the choice, whose label says it. */}
			<div role="status">
				{model?.crossBorder ? (
					<p className="chat-legal">
						{t("crossBorderNote")}{" "}
						<a className="link" href={href("/privacy")}>
							{t("crossBorderMore")}
						</a>
					</p>
				) : null}
			</div>
			<p className="chat-legal">{props.withoutModel ? t("noModel") : t("disclaimer")}</p>
		</div>
	);
}

/** A copied picture has a name that the browser gave it. */
const named = (file: File, name: string) =>
	file.name === "image.png" ? new File([file], name, { type: file.type }) : file;

/** Enter sends and Shift+Enter breaks the line; with an on-screen keyboard Enter breaks it. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
	if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
	if (matchMedia("(pointer: coarse)").matches) return;
	event.preventDefault();
	const form = event.currentTarget.form;
	// Without a text there is nothing to put in while an answer is running, and no button for it.
	if (form?.querySelector(".composer-send")) form.requestSubmit();
}
