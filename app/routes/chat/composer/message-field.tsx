import { type KeyboardEvent, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/is-composing.ts";
import { LONG_PASTE, LongPaste } from "./notices/long-paste.tsx";

type MessageFieldProps = {
	area: RefObject<HTMLTextAreaElement | null>;
	text: string;
	placeholder: string;
	required: boolean;
	/** Its text is on its way to the server. */
	sending: boolean;
	onType: (text: string) => void;
	/** Takes pasted files, and a long text that is to become one. @returns whether the server has them all */
	onFiles: (files: readonly File[]) => Promise<boolean>;
};

/** The field of the question. A long text that is pasted into it can become a file. */
export function MessageField(props: MessageFieldProps) {
	const { area, text, placeholder, required, sending, onType, onFiles } = props;
	const { t } = useTranslation("chat");
	const { t: tf } = useTranslation("files");
	/** A long text that has just been pasted, and is still in the field. */
	const [pasted, setPasted] = useState("");
	const long = pasted !== "" && text.includes(pasted) ? pasted : "";
	return (
		<>
			{long ? (
				<LongPaste
					onAttach={async () => {
						setPasted("");
						area.current?.focus();
						const taken = await onFiles([new File([long], tf("pasted"), { type: "text/plain" })]);
						// Until then the field alone has it. More may have been typed meanwhile.
						if (taken && area.current) onType(area.current.value.replace(long, ""));
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
				required={required}
				placeholder={placeholder}
				aria-describedby="left"
				data-sending={sending || undefined}
				value={text}
				onChange={(event) => onType(event.target.value)}
				onKeyDown={sendOnEnter}
				onPaste={(event) => {
					const files = [...event.clipboardData.files];
					const text = event.clipboardData.getData("text/plain");
					if (text.length > LONG_PASTE) setPasted(text.replace(/\r\n?/g, "\n"));
					// Office programs put a picture of the text beside it.
					if (files.length === 0 || text !== "") return;
					event.preventDefault();
					void onFiles(files.map((file) => named(file, tf("pastedPicture"))));
				}}
			/>
		</>
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
