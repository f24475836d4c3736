import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../icons/icon.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";
import { languageName } from "../highlight/language-name.ts";
import { ScrollBox } from "./scroll-box.tsx";

/** The labels of a code block. Without `copy` it has no button: a static page has no script for one. */
export type CodeLabels = {
	code: string;
	copy?: string;
	copied?: string;
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

function CopyButton({ copy, copied, whole, source }: CopyButtonProps) {
	const [done, setDone] = useState(false);
	useEffect(() => {
		if (!done) return;
		const timer = setTimeout(() => setDone(false), 2_000);
		return () => clearTimeout(timer);
	}, [done]);
	const take = async () => {
		const code = source.current;
		if (!code) return;
		try {
			await copyText(code.textContent ?? "", whole);
			setDone(true);
		} catch {
			// No clipboard (plain http, or refused): the code is selected for Ctrl+C.
			getSelection()?.selectAllChildren(code);
		}
	};
	return (
		<button type="button" className="code-copy" onClick={take}>
			<Icon name={done ? "check" : "content-copy"} size="xs" />
			<span aria-live="polite">{done ? (copied ?? copy) : copy}</span>
		</button>
	);
}

const copyText = (shown: string, whole: CodeLabels["whole"]) => {
	if (!whole) return navigator.clipboard.writeText(withoutEnd(shown));
	// The text has to be fetched first, and the clipboard permits writing only within the click: it takes a promise.
	const text = whole(shown).then((text) => new Blob([withoutEnd(text)], { type: "text/plain" }));
	return navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
};

const withoutEnd = (text: string) => text.replace(/\n$/, "");
