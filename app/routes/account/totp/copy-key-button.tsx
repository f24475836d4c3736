import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { useScripted } from "../../../ui/use-scripted.ts";

/**
 * Copies a text to the clipboard, and says whether it has. Only its place is there until the script runs: a text
 * browser would show a button that does nothing.
 */
export function CopyKeyButton({ text }: { text: string }) {
	const { t } = useTranslation("account");
	const [outcome, setOutcome] = useState<"copied" | "notCopied" | null>(null);
	const scripted = useScripted();
	const copy = () =>
		copyText(text).then(
			() => setOutcome("copied"),
			() => setOutcome("notCopied"),
		);
	if (!scripted) return <span className={buttonClass({ size: "sm" }, "script-only invisible")} />;
	const texts = { copied: t("secondFactor.copied"), notCopied: t("secondFactor.notCopied") };
	return (
		<span aria-live="polite">
			<Button type="button" size="sm" icon={outcome === "copied" ? "check" : "content-copy"} onClick={copy}>
				{outcome ? texts[outcome] : t("secondFactor.copy")}
			</Button>
		</span>
	);
}
