import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import type { ShownPrompt } from "../../../chat/conversations/conversations.server.ts";
import { answered, isLost, type Lost } from "../../../connection/request-lost.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { isComposing } from "../../../ui/is-composing.ts";
import { type RefusedPrompt, RefusedPromptNotice } from "../composer/refused-prompt.tsx";
import { useAutosize } from "../composer/use-autosize.ts";
import { LostNote } from "./lost-note.tsx";
import { Unscripted } from "./stop-form.tsx";

type Props = {
	prompt: ShownPrompt;
	promptId: string;
	refused: RefusedPrompt | null;
	cancelTo: string;
	/** Without it the form is a page of its own, and cancelling is a link. */
	onCancel?: (() => void) | undefined;
};

/** Edits a prompt as another version. The old one stays. */
export function EditForm({ prompt, promptId, cancelTo, onCancel, ...props }: Props) {
	const { t } = useTranslation("chat");
	const fetcher = useFetcher<RefusedPrompt | Lost>({ key: `edit ${prompt.id}` });
	const data = fetcher.state === "idle" ? fetcher.data : undefined;
	const refused = answered(data) ?? props.refused;
	const area = useRef<HTMLTextAreaElement>(null);
	const [text, setText] = useState(props.refused?.text ?? prompt.text);
	useAutosize(area, text);
	const opened = onCancel !== undefined;
	useEffect(() => {
		const field = area.current;
		if (!opened || !field) return;
		field.focus();
		field.setSelectionRange(field.value.length, field.value.length);
	}, [opened]);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
		event.preventDefault();
		onCancel?.();
	};
	return (
		<fetcher.Form
			className="w-full max-w-2xl"
			method="post"
			action={`${cancelTo.replace(/#.*/, "")}&do=edit&m=${prompt.id}`}
			onKeyDown={onKeyDown}
		>
			{refused ? <RefusedPromptNotice refused={{ ...refused, text }} /> : null}
			{isLost(data) ? <LostNote lost={data} of="text" /> : null}
			<input type="hidden" name="intent" value="edit" />
			<input type="hidden" name="promptId" value={refused?.promptId ?? promptId} />
			<input type="hidden" name="editOf" value={prompt.id} />
			<Unscripted />
			<div className="composer">
				<label className="sr-only" htmlFor={`edit-${prompt.id}`}>
					{t("editMessage")}
				</label>
				<textarea
					ref={area}
					id={`edit-${prompt.id}`}
					name="text"
					required
					rows={2}
					defaultValue={text}
					onInput={(event) => setText(event.currentTarget.value)}
					aria-describedby={`edit-help-${prompt.id}`}
				/>
				<div className="composer-bar justify-end">
					<Link
						className={buttonClass({ variant: "ghost" })}
						to={cancelTo}
						onClick={(event) => {
							if (!onCancel) return;
							event.preventDefault();
							onCancel();
						}}
					>
						{t("cancel")}
					</Link>
					<Button type="submit" variant="primary" pending={fetcher.state !== "idle"}>
						{t("send")}
					</Button>
				</div>
			</div>
			<p className="field-help" id={`edit-help-${prompt.id}`}>
				{t("editHelp")}
			</p>
		</fetcher.Form>
	);
}
