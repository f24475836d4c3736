import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import type { LoadedAllowance } from "../../../layouts/chat/load/load-allowance.server.ts";
import { Button } from "../../../ui/button.tsx";
import { isComposing } from "../../../ui/is-composing.ts";
import { LostNote } from "../message/lost-note.tsx";
import { StopForm, Unscripted, UnscriptedWaiting } from "../message/stop-form.tsx";
import { Exhausted } from "./exhausted.tsx";
import type { ModelChoice } from "./model-choice.ts";
import { ModelPicker } from "./model-picker.tsx";
import { type RefusedPrompt, RefusedPromptNotice } from "./refused-prompt.tsx";
import { useAutosize } from "./use-autosize.ts";
import { useDraft } from "./use-draft.ts";
import type { PendingPrompt } from "./use-pending-prompt.ts";

type Props = {
	conversationId: string;
	promptId: string;
	asked: string;
	limit: number;
	models: ModelChoice[];
	model: string | null;
	withoutModel: boolean;
	/** The running answer, if there is one. */
	writing: string | null;
	/** It was asked to stop. */
	stopping: boolean;
	hold: boolean;
	/** The last answer on the page: the prompt follows it. */
	after: string | null;
	/** The ids of the prompts in the transcript. */
	shown: readonly string[];
	/** The account's id, which scopes drafts on the device. */
	owner: string;
	allowance: LoadedAllowance;
	refused: RefusedPrompt | null;
	prompt: PendingPrompt;
};

/** The counter appears when this part of the limit is left. */
const COUNTER_FROM = 0.1;
/** The messages left are shown, in amber, from this part of the allowance, and at the last few. The sidebar has them always. */
const LOW = 0.05;
const LAST_FEW = 3;

export function Composer(props: Props) {
	const { t } = useTranslation("chat");
	const { allowance, prompt, refused, writing } = props;
	const { text, setText, sent, setSent } = useDraft(
		props.owner,
		props.conversationId,
		refused?.text ?? props.asked,
		props.shown,
	);
	// The same text is the same prompt, however often it is sent.
	const isRetry = sent !== null && sent.text === text;
	const promptId = isRetry ? sent.promptId : (refused?.promptId ?? props.promptId);
	const area = useRef<HTMLTextAreaElement>(null);
	useAutosize(area, text);
	const [picked, pick] = useState(props.model);
	const model = props.models.find(({ id }) => id === picked) ?? props.models[0];
	// A refused prompt is sent isRetry under an unused id; another field may have brought its text.
	const onRefused = useEffectEvent((text: string) => {
		setSent(null);
		if (text) setText((now) => now || text);
	});
	useEffect(() => {
		if (refused) onRefused(refused.text);
	}, [refused]);
	useEffect(() => {
		if (props.asked) area.current?.focus();
	}, [props.asked]);

	const left = props.limit - text.length;
	const few = allowance.left > 0 && allowance.left <= Math.max(LAST_FEW, allowance.granted * LOW);
	const none = (allowance.left === 0 || refused?.problem === "exhausted") && !writing;
	return (
		<div className="chat-dock">
			{refused && !none ? <RefusedPromptNotice refused={refused} /> : null}
			{prompt.lost && isRetry ? <LostNote lost={prompt.lost} of="text" /> : null}
			<div className="exhausted-region" role="status">
				{none ? <Exhausted allowance={allowance} /> : null}
			</div>
			{/* The input stays visible, also when another tab has used up the last message. */}
			<div className={writing ? "script-only" : undefined} hidden={none && text === ""}>
				<prompt.Form
					className="composer"
					action="/chat"
					method="post"
					onSubmit={(event) => {
						// It is being sent, and stays in the field until the transcript shows it.
						if (prompt.pending !== null) return event.preventDefault();
						setSent({ promptId, text });
					}}
				>
					<input type="hidden" name="intent" value="ask" />
					<input type="hidden" name="promptId" value={promptId} />
					<input type="hidden" name="conversationId" value={props.conversationId} />
					{props.after ? <input type="hidden" name="after" value={props.after} /> : null}
					<Unscripted />
					<label className="sr-only" htmlFor="message">
						{t("message")}
					</label>
					<textarea
						ref={area}
						id="message"
						name="text"
						rows={1}
						required
						placeholder={t("placeholder")}
						aria-describedby="left"
						data-sending={prompt.pending === text || undefined}
						value={text}
						onChange={(event) => setText(event.target.value)}
						onKeyDown={sendOnEnter}
					/>
					<div className="composer-bar">
						<ModelPicker
							models={props.models}
							chosen={model}
							onChoose={pick}
							conversationId={props.conversationId}
						/>{" "}
						<span
							className="composer-count"
							id="left"
							data-over={left < 0 || undefined}
							data-low={few || undefined}
						>
							{left < 0
								? t("tooLong", { count: -left })
								: left < props.limit * COUNTER_FROM
									? t("left", { count: left })
									: few && <MessagesLeft {...allowance} />}
						</span>{" "}
						{writing ? (
							<Button type="submit" form="stop" icon="stop">
								{t("stop")}
							</Button>
						) : (
							<button type="submit" className="composer-send" data-idle={text.trim() === "" || undefined}>
								<Icon name="arrow-up" />
								<span className="sr-only">{t("send")}</span>
							</button>
						)}
					</div>
				</prompt.Form>
			</div>
			{writing ? <StopForm answerId={writing} conversationId={props.conversationId} /> : null}
			{writing ? (
				<UnscriptedWaiting
					answerId={writing}
					conversationId={props.conversationId}
					stopping={props.stopping}
					hold={props.hold}
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

function MessagesLeft({ left, granted }: LoadedAllowance) {
	const { t } = useTranslation("chat");
	const of = <span className="max-sm:hidden" />;
	return <Trans t={t} i18nKey="messagesLeft" values={{ left, granted }} components={{ of }} />;
}

/** Enter sends and Shift+Enter breaks the line; with an on-screen keyboard Enter breaks it. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
	if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
	if (matchMedia("(pointer: coarse)").matches) return;
	event.preventDefault();
	const form = event.currentTarget.form;
	// While an answer is running the form has no submit button of its own: the text waits.
	if (form?.querySelector(".composer-send")) form.requestSubmit();
}
