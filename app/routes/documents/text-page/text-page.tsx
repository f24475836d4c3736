import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { type Place, placeText } from "../../../chat/citations/place-text.ts";
import { FAILURE_REASONS, failureKey } from "../../../files/reading/document-types.ts";
import { Icon } from "../../../icons/icon.tsx";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import type { LoadedText } from "./load-text.server.ts";
import { Passage } from "./passage.tsx";
import css from "./text-page.css?inline";

/** The text of a document, a part at a time, with the passage marked that an answer cites. */
export function TextPage(props: LoadedText) {
	const { t } = useTranslation("documentText");
	const { id, name, passages, marked, where, of, citing } = props;
	const first = passages[0]?.n ?? 0;
	const shown = { from: first, to: passages.at(-1)?.n ?? 0, of };
	return (
		<main id="main" className="page-wrap text-page" tabIndex={-1}>
			<PageStyle css={css} />
			<p className="text-page-back">
				<a
					className="link"
					href={
						citing
							? `/chat?c=${citing.conversationId}&m=${citing.answerId}#m-${citing.answerId}`
							: "/documents"
					}
				>
					{citing ? t("back") : t("toDocuments")}
				</a>
			</p>
			<Card as="article" className="text-page-card">
				<header>
					<h1>{name}</h1>
					{passages.length > 0 ? (
						<p className="text-page-where">
							{[marked === null ? t("passages", shown) : t("passage", { n: marked, of }), where]
								.filter(Boolean)
								.join(" · ")}
						</p>
					) : null}
					<LinkButton variant="tonal" size="sm" to={`/files?id=${id}`} download>
						{t("original")}
					</LinkButton>
				</header>
				{passages.length === 0 ? <NoText {...props} /> : <Passages {...props} />}
				<Parts {...props} />
			</Card>
		</main>
	);
}

/** Each page and section of the document has its heading, once. */
function Passages({ name, passages, marked }: LoadedText) {
	const { t } = useTranslation("sources");
	const headOf = (place: Place | undefined) => (place ? placeText(t, name, place) : "");
	return passages.map((passage, at) => {
		const head = headOf(passage);
		return (
			<section key={passage.n}>
				{head !== "" && head !== headOf(passages[at - 1]) ? (
					<h2 className="text-page-place">{head}</h2>
				) : null}
				<Passage passage={passage} marked={passage.n === marked} />
			</section>
		);
	});
}

function NoText({ state, failure }: LoadedText) {
	const { t } = useTranslation(["documentText", "reading"]);
	const reason = FAILURE_REASONS.find((one) => one === failure);
	if (state === "failed") return <p>{reason ? t(failureKey(reason)) : t("documentText:noText")}</p>;
	if (state === "ready") return <p>{t("documentText:noText")}</p>;
	return <Waiting />;
}

const LOOK_EVERY_SECONDS = 3;

/** Looks for the text until it is there; without script the page loads itself anew. */
function Waiting() {
	const { t } = useTranslation("documentText");
	const { revalidate } = useRevalidator();
	useEffect(() => {
		const timer = setInterval(() => {
			if (!document.hidden) void revalidate();
		}, LOOK_EVERY_SECONDS * 1_000);
		return () => clearInterval(timer);
	}, [revalidate]);
	return (
		<>
			<noscript>
				<meta httpEquiv="refresh" content={String(LOOK_EVERY_SECONDS)} />
			</noscript>
			<p role="status">{t("waiting")}</p>
		</>
	);
}

function Parts({ id, earlier, later, citing }: LoadedText) {
	const { t } = useTranslation("documentText");
	if (earlier === null && later === null) return null;
	const back = citing ? `&c=${citing.conversationId}&m=${citing.answerId}` : "";
	const address = (from: number) => `/documents?file=${id}&from=${from}${back}`;
	return (
		<nav className="text-page-parts" aria-label={t("parts")}>
			{earlier === null ? null : (
				<a className="link" rel="prev" href={address(earlier)}>
					<Icon name="chevron-left" size="sm" /> {t("earlier")}
				</a>
			)}
			{later === null ? null : (
				<a className="link" rel="next" href={address(later)}>
					{t("later")} <Icon name="chevron-right" size="sm" />
				</a>
			)}
		</nav>
	);
}
