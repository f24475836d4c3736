import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";

/** Copies a text to the clipboard and confirms it. Hidden without script: the text can be selected. */
export function CopyKeyButton({ text }: { text: string }) {
	const { t } = useTranslation("account");
	const [copied, setCopied] = useState(false);
	const copy = async () => {
		await navigator.clipboard.writeText(text);
		setCopied(true);
	};
	return (
		<span className="script-only" aria-live="polite">
			<Button type="button" size="sm" icon={copied ? "check" : "content-copy"} onClick={copy}>
				{copied ? t("secondFactor.copied") : t("secondFactor.copy")}
			</Button>
		</span>
	);
}
