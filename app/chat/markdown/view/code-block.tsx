import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../icons/icon.tsx";
import { languageName } from "../highlight/language-name.ts";

/** Words of a block of code. Without `copy` it has no button: a document has no script for one. */
export type CodeLabels = {
	code: string;
	copy?: string;
	copied?: string;
	/** All of a code of which the page holds only the beginning. */
	whole?: (shown: string) => Promise<string>;
};

type CodeBlockProps = { lang?: unknown; labels: CodeLabels; children?: ReactNode };

/** Code with its language and, where scripts run, a button that copies it. */
export function CodeBlock({ lang, labels, children }: CodeBlockProps) {
	const code = useRef<HTMLElement>(null);
	return (
		<figure className="code">
			<figcaption className="code-bar">
				<span>{typeof lang === "string" ? languageName(lang) : labels.code}</span>
				{labels.copy ? <CopyButton {...labels} copy={labels.copy} source={code} /> : null}
			</figcaption>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, so the keyboard must reach it */}
			<pre tabIndex={0}>
				<code ref={code}>{children}</code>
			</pre>
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
			// No clipboard here (plain http, or refused): the code stands selected for Ctrl+C.
			getSelection()?.selectAllChildren(code);
		}
	};
	return (
		<button type="button" className="code-copy script-only" onClick={take}>
			<Icon name={done ? "check" : "content-copy"} size="xs" />
			<span aria-live="polite">{done ? (copied ?? copy) : copy}</span>
		</button>
	);
}

const copyText = (shown: string, whole: CodeLabels["whole"]) => {
	if (!whole) return navigator.clipboard.writeText(withoutEnd(shown));
	// It has to be fetched first: the press alone is what permits the writing.
	const text = whole(shown).then((text) => new Blob([withoutEnd(text)], { type: "text/plain" }));
	return navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
};

const withoutEnd = (text: string) => text.replace(/\n$/, "");
