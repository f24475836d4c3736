import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../icons/icon.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { useScripted } from "../../../ui/use-scripted.ts";
import { languageName } from "../highlight/language-name.ts";
import { ScrollBox } from "./scroll-box.tsx";

/** The labels of a code block. Without `copy` it has no button: a static page has no script for one. */
export type CodeLabels = {
	code: string;
	copy?: string;
	copied?: string;
	notCopied?: string;
	/** Fetches the whole code where the page has only its beginning. */
	whole?: (shown: string) => Promise<string>;
};

type CodeBlockProps = { lang?: unknown; labels: CodeLabels; children?: ReactNode };

/** Code with its language and, once the script runs, a copy button: a text browser would show one that does nothing. */
export function CodeBlock({ lang, labels, children }: CodeBlockProps) {
	const code = useRef<HTMLElement>(null);
	const scripted = useScripted();
	const language = typeof lang === "string" ? languageName(lang) : undefined;
	return (
		<figure className="code">
			<figcaption className="code-bar">
				<span>{language ?? labels.code}</span>
				{scripted && labels.copy ? <CopyButton {...labels} copy={labels.copy} source={code} /> : null}
			</figcaption>
			<ScrollBox as="pre" label={language ? `${labels.code}: ${language}` : labels.code}>
				<code ref={code}>{children}</code>
			</ScrollBox>
		</figure>
	);
}

type CopyButtonProps = CodeLabels & { copy: string; source: { current: HTMLElement | null } };

function CopyButton({ copy, copied = copy, notCopied = copy, whole, source }: CopyButtonProps) {
	const [outcome, setOutcome] = useState<"copied" | "notCopied" | null>(null);
	useEffect(() => {
		if (!outcome) return;
		const timer = setTimeout(() => setOutcome(null), 2_000);
		return () => clearTimeout(timer);
	}, [outcome]);
	const take = async () => {
		const code = source.current;
		if (!code) return;
		const shown = code.textContent ?? "";
		try {
			await copyText(whole ? whole(shown).then(withoutEnd) : withoutEnd(shown));
			setOutcome("copied");
		} catch {
			// Refused, or the whole code could not be fetched: what is shown is selected for Ctrl+C.
			getSelection()?.selectAllChildren(code);
			setOutcome("notCopied");
		}
	};
	const texts = { copied, notCopied };
	return (
		<button type="button" className="code-copy" onClick={take}>
			<Icon name={outcome === "copied" ? "check" : "content-copy"} size="xs" />
			<span aria-live="polite">{outcome ? texts[outcome] : copy}</span>
		</button>
	);
}

const withoutEnd = (text: string) => text.replace(/\n$/, "");
