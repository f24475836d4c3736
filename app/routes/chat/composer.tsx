import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { type ModelChoice, ModelPicker } from "./model-picker.tsx";
import { StopForm, Unscripted, UnscriptedWaiting } from "./stop-form.tsx";
import type { Asking } from "./use-asking.ts";

/** Why a question was not taken; its text comes back with a fresh id. */
export type Refused = {
	text: string;
	promptId: string;
	/** Which field the text came from. */
	intent: "ask" | "edit";
	problem:
		| "empty"
		| "too-long"
		| "no-such-model"
		| "full"
		| "too-fast"
		| "too-many-answers"
		| "busy"
		| "conflict";
	count?: number;
};

type Props = {
	conversationId: string;
	promptId: string;
	asked: string;
	limit: number;
	models: ModelChoice[];
	model: string | null;
	withoutModel: boolean;
	/** The answer that is being written, if one is. */
	writing: string | null;
	hold: boolean;
	refused: Refused | null;
	asking: Asking;
};

/** The counter shows itself when so much of the limit is left. */
const COUNTER_FROM = 0.1;

export function Composer(props: Props) {
	const { t } = useTranslation("chat");
	const { asking, refused, writing } = props;
	const [text, setText] = useState(refused?.text ?? props.asked);
	const area = useRef<HTMLTextAreaElement>(null);
	// What was sent leaves the composer at once and comes back if it was refused.
	useEffect(() => {
		if (asking.pending !== null) setText("");
	}, [asking.pending]);
	useEffect(() => {
		if (refused?.text) setText((now) => now || refused.text);
	}, [refused]);
	useEffect(() => {
		if (props.asked) area.current?.focus();
	}, [props.asked]);

	const left = props.limit - text.length;
	return (
		<div className="chat-dock">
			{refused ? <Problem refused={refused} /> : null}
			<div className={writing ? "script-only" : undefined}>
				<asking.Form className="composer" action="/chat" method="post">
					<input type="hidden" name="intent" value="ask" />
					<input type="hidden" name="promptId" value={refused?.promptId ?? props.promptId} />
					<input type="hidden" name="conversationId" value={props.conversationId} />
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
						value={text}
						onChange={(event) => setText(event.target.value)}
						onKeyDown={sendOnEnter}
					/>
					<div className="composer-bar">
						<ModelPicker models={props.models} chosen={props.model} />
						<span className="composer-count" id="left" data-over={left < 0 || undefined}>
							{left < 0
								? t("tooLong", { count: -left })
								: left < props.limit * COUNTER_FROM
									? t("left", { count: left })
									: null}
						</span>
						{writing ? (
							<Button type="submit" form="stop" icon="stop">
								{t("stop")}
							</Button>
						) : (
							<button
								type="submit"
								className="composer-send"
								aria-label={t("send")}
								data-idle={text.trim() === "" || undefined}
							>
								<Icon name="arrow-up" />
							</button>
						)}
					</div>
				</asking.Form>
			</div>
			{writing ? <StopForm answerId={writing} conversationId={props.conversationId} /> : null}
			{writing ? (
				<UnscriptedWaiting
					conversationId={props.conversationId}
					hold={props.hold}
					moment={props.promptId.slice(0, 8)}
				/>
			) : null}
			<p className="chat-legal">{props.withoutModel ? t("noModel") : t("disclaimer")}</p>
		</div>
	);
}

/** Enter sends and Shift+Enter breaks the line; with an on-screen keyboard Enter breaks it. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
	if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
	if (matchMedia("(pointer: coarse)").matches) return;
	event.preventDefault();
	const form = event.currentTarget.form;
	// While an answer is being written the form has no submit button of its own: the text waits.
	if (form?.querySelector(".composer-send")) form.requestSubmit();
}

function Problem({ refused }: { refused: Refused }) {
	const { t } = useTranslation("chat");
	const count = refused.count ?? 0;
	const said = {
		empty: () => t("problem.empty"),
		"too-long": () => t("tooLong", { count }),
		"no-such-model": () => t("problem.no-such-model"),
		"too-fast": () => t("problem.too-fast", { count }),
		"too-many-answers": () => t("problem.too-many-answers"),
		full: () => t("problem.full"),
		busy: () => t("problem.busy"),
		conflict: () => t("problem.conflict"),
	}[refused.problem]();
	return (
		<div className="mb-2">
			<Banner tone="error">{said}</Banner>
		</div>
	);
}
