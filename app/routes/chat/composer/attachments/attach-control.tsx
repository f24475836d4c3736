import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FilesChosen } from "../../../../ui/files-chosen.tsx";
import { usePopMenus } from "../../../../ui/use-pop-menus.ts";
import { useScripted } from "../../../../ui/use-scripted.ts";
import { fileLimits } from "./file-limits.ts";

/** Kinds of files that a file dialog offers first; every other document is read by its content too. */
export const ACCEPT =
	".jpg,.jpeg,.png,.webp,.gif,image/jpeg,image/png,image/webp,image/gif,.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.rtf,.txt,.md,.csv,.html,.htm,.json,.xml,.yaml,.yml,.log,.py,.js,.ts,.java,.c,.cpp,.h,.cs,.go,.rs,.sql,.sh,.css,text/*";

/** «+»: files of the device, which are sent at once, without script by the button; and documents that were sent before. */
export function AttachMenu({
	onFiles,
	onPick,
}: {
	onFiles: (files: File[]) => void;
	/** Opens the choice of documents; until the script runs the form brings it. */
	onPick: () => void;
}) {
	const { t } = useTranslation(["files", "reading"]);
	const limits = fileLimits(t);
	const scripted = useScripted();
	const field = useRef<HTMLInputElement>(null);
	const take = () => {
		const input = field.current;
		const files = [...(input?.files ?? [])];
		// The same file may be chosen again.
		if (input) input.value = "";
		if (files.length === 0) return;
		const menu = input?.closest("details");
		if (menu) menu.open = false;
		onFiles(files);
	};
	const takeChosen = useEffectEvent(take);
	// Files may have been chosen before the script ran.
	useEffect(() => takeChosen(), []);
	return (
		<details className="pop" {...usePopMenus()}>
			<summary className="icon-btn" title={t("attach")}>
				<Icon name="plus" />
				<span className="sr-only">{t("attach")}</span>
			</summary>
			<div className="menu pop-panel">
				<label className="menu-item attach">
					<Icon name="paperclip" />
					<span>
						{t("menu.file")} <small>{t("menu.kinds")}</small>
					</span>{" "}
					<input
						ref={field}
						type="file"
						// Until the script runs the form brings its files itself.
						name={scripted ? undefined : "files"}
						// For `FilesChosen`: the form itself asks for none.
						required={!scripted}
						multiple
						accept={ACCEPT}
						onChange={() => {
							take();
							// The field is in the menu, which has closed.
							if (!matchMedia("(pointer: coarse)").matches) document.getElementById("message")?.focus();
						}}
					/>
				</label>{" "}
				<noscript>
					{import.meta.env.SSR ? (
						<div className="attach-send">
							<FilesChosen />
							{/* Without a value, which a text browser would show. */}
							<Button type="submit" size="sm" name="attach" formNoValidate>
								{t("attach")}
							</Button>
						</div>
					) : null}
				</noscript>
				{/* Without a value, as above. */}
				<button
					type="submit"
					className="menu-item"
					name="pickDocuments"
					formNoValidate
					onClick={(event) => {
						event.preventDefault();
						const menu = event.currentTarget.closest("details");
						// The focus returns here when the dialog closes.
						menu?.querySelector("summary")?.focus();
						if (menu) menu.open = false;
						onPick();
					}}
				>
					<Icon name="file-document-multiple-outline" />
					{t("menu.own")}
				</button>
				<div className="menu-sep" />
				<p className="menu-note">{scripted ? t("menu.note", limits) : t("help", limits)}</p>
			</div>
		</details>
	);
}
