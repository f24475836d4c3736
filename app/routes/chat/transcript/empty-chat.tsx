import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Catalogue } from "../../../chat/providers/catalogue.server.ts";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import type { Suggestion } from "../../../layouts/chat/load/suggestions.server.ts";
import type { DayPart } from "../../../layouts/chat/sidebar/group-by-day.server.ts";
import { LogoMark } from "../../../ui/logo.tsx";
import { Transcript } from "./main-parts.ts";

const ICONS = {
	document: "file-document-outline",
	explain: "head-lightbulb-outline",
	write: "email-edit-outline",
	search: "web",
	code: "code-tags",
	plan: "map-marker-path",
} as const satisfies Record<Suggestion["key"], IconName>;

const TILES = ["", "tile-secondary", "tile-tertiary", "tile-info"];

type Props = {
	dayPart: DayPart;
	name: string | null;
	source: Catalogue["source"];
	/** How to get a model where there is none: a sentence and a command each. */
	ways: readonly { text: string; command: string }[];
	/** The title of the only model, where it is in a file. */
	model: string;
	suggestions: readonly Suggestion[];
};

/** Before the first prompt: a greeting and four suggestions, each a link that fills the composer. */
export function EmptyChat({ dayPart, name, source, ways, model, suggestions }: Props) {
	const { t } = useTranslation("chat");
	const greeting = t(`greeting.${dayPart}`);
	useEffect(preloadTranscript, []);
	return (
		<div className="chat-scroll" tabIndex={-1}>
			<div className="mx-auto flex min-h-full w-full max-w-[51rem] flex-col justify-center px-6 py-8 max-md:p-4">
				<LogoMark className="size-14 max-md:size-12" />
				<h2 className="mt-6 text-h1 max-md:text-h2">
					{name ? t("greeting.named", { greeting, name }) : greeting}
				</h2>
				<p className="mt-2 text-lead text-text-2 max-md:text-body">{t("lead")}</p>
				{source === "faq" ? <p className="mt-2 text-text-2">{t("answeredBy.faq")}</p> : null}
				{ways.length > 0 ? (
					<details className="mt-2 text-text-2">
						<summary className="link link-touch w-fit">{t("answeredBy.connect")}</summary>
						<ul className="mt-2 grid gap-2 text-small">
							{ways.map(({ text, command }) => (
								<li key={command}>
									{text} <code className="wrap-anywhere text-text">{command}</code>
								</li>
							))}
						</ul>
					</details>
				) : null}
				{source === "file" ? <p className="mt-2 text-text-2">{t("answeredBy.file", { model })}</p> : null}
				<ul
					className="mt-8 grid gap-3 md:auto-rows-fr md:grid-cols-2 max-md:mt-6 max-md:gap-2"
					aria-label={t("suggestions")}
				>
					{suggestions.map(({ key, title, text, ask }, i) => (
						<li key={key}>
							<Link className="prompt h-full w-full" to={`/chat?ask=${encodeURIComponent(ask)}`}>
								<span className={`tile ${TILES[i]}`}>
									<Icon name={ICONS[key]} />
								</span>
								<span>
									<b>{title}</b> <span>{text}</span>
								</span>
							</Link>
						</li>
					))}
				</ul>
			</div>
		</div>
	);
}

/** A question, or another conversation, follows what somebody does first. */
function preloadTranscript() {
	const done = new AbortController();
	const start = () => {
		Transcript.preload();
		done.abort();
	};
	for (const type of ["pointerdown", "keydown", "input"])
		document.addEventListener(type, start, { capture: true, passive: true, signal: done.signal });
	return () => done.abort();
}
