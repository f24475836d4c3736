import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { usePopMenus } from "../../../../ui/use-pop-menus.ts";
import { useScripted } from "../../../../ui/use-scripted.ts";
import { fileLimits } from "./file-limits.ts";

/** Kinds of files that a file dialog offers first; every other document is read by its content too. */
export const ACCEPT =
	".jpg,.jpeg,.png,.webp,.gif,image/jpeg,image/png,image/webp,image/gif,.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.rtf,.txt,.md,.csv,.html,.htm,.json,.xml,.yaml,.yml,.log,.py,.js,.ts,.java,.c,.cpp,.h,.cs,.go,.rs,.sql,.sh,.css,text/*";

/** «+»: files of the device, which are sent at once, and documents that were sent before. */
export function AttachMenu({
	onFiles,
	conversationId,
}: {
	onFiles: (files: File[]) => void;
	conversationId: string;
}) {
	const { t } = useTranslation(["files", "reading"]);
	const limits = fileLimits(t);
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
		<details className="pop script-only" {...usePopMenus()}>
			<summary className="icon-btn" title={t("attach")}>
				<Icon name="plus" />
				<span className="sr-only">{t("attach")}</span>
			</summary>
			<div className="menu pop-panel">
				<label className="menu-item attach">
					<Icon name="paperclip" />
					<span>
						{t("menu.file")} <small>{t("menu.kinds")}</small>
					</span>
					<input
						ref={field}
						type="file"
						// Until the script runs the form brings its files itself.
						name={useScripted() ? undefined : "files"}
						multiple
						accept={ACCEPT}
						onChange={take}
					/>
				</label>
				<a className="menu-item" href={pickAddress(conversationId)}>
					<Icon name="file-document-multiple-outline" />
					{t("menu.own")}
				</a>
				<hr className="menu-sep" />
				<p className="menu-note">{t("menu.note", limits)}</p>
			</div>
		</details>
	);
}

const pickAddress = (conversationId: string) => `/documents?pick=${conversationId}`;

/** The field of files and its button where there is no script. */
export function PlainAttach({ conversationId }: { conversationId: string }) {
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
				<LinkButton to={pickAddress(conversationId)} variant="ghost" size="sm">
					{t("menu.own")}
				</LinkButton>
				<p id="files-help">{t("help", limits)}</p>
			</div>
		</noscript>
	);
}
