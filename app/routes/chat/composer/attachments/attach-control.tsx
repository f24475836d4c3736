import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { Button } from "../../../../ui/button.tsx";
import { useScripted } from "../../../../ui/use-scripted.ts";
import { fileLimits } from "./file-limits.ts";

/** Kinds of files that a file dialog offers first; every other document is read by its content too. */
const ACCEPT =
	".jpg,.jpeg,.png,.webp,.gif,image/jpeg,image/png,image/webp,image/gif,.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.rtf,.txt,.md,.csv,.html,.htm,.json,.xml,.yaml,.yml,.log,.py,.js,.ts,.java,.c,.cpp,.h,.cs,.go,.rs,.sql,.sh,.css,text/*";

/** «+»: chooses files, which are sent at once. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
	const { t } = useTranslation(["files", "reading"]);
	const limits = fileLimits(t);
	const field = useRef<HTMLInputElement>(null);
	const take = () => {
		const input = field.current;
		const files = [...(input?.files ?? [])];
		// The same file may be chosen again.
		if (input) input.value = "";
		if (files.length > 0) onFiles(files);
	};
	const takeChosen = useEffectEvent(take);
	// Files may have been chosen before the script ran.
	useEffect(() => takeChosen(), []);
	return (
		<label className="icon-btn attach script-only" title={t("hint", limits)}>
			<Icon name="plus" />
			<input
				ref={field}
				type="file"
				// Until the script runs the form brings its files itself.
				name={useScripted() ? undefined : "files"}
				aria-label={t("attach")}
				multiple
				accept={ACCEPT}
				onChange={take}
			/>
		</label>
	);
}

/** The field of files and its button where there is no script. */
export function PlainAttach() {
	const { t } = useTranslation(["files", "reading"]);
	const limits = fileLimits(t);
	return (
		<noscript>
			<div className="attach-plain">
				<label className="sr-only" htmlFor="files">
					{t("choose")}
				</label>
				<input id="files" type="file" name="files" multiple accept={ACCEPT} aria-describedby="files-help" />
				<Button type="submit" size="sm" icon="paperclip" name="intent" value="attach" formNoValidate>
					{t("attach")}
				</Button>
				<p id="files-help">{t("help", limits)}</p>
			</div>
		</noscript>
	);
}
