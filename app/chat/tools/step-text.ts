import type { TFunction } from "i18next";
import steps from "../../i18n/ru/steps.ts";
import type { ShownStep } from "./shown-step.ts";

type Words = "search" | "page" | "compute" | "documents" | "history" | "picture" | "other";

/** Our own tools: their words, and the argument that says what they are about. */
const OWN: Record<string, { words: Words; about?: string }> = {
	search_web: { words: "search", about: "query" },
	read_page: { words: "page", about: "url" },
	run_code: { words: "compute" },
	search_documents: { words: "documents", about: "query" },
	search_history: { words: "history", about: "query" },
	make_picture: { words: "picture", about: "name" },
};

const ownOf = ({ server, tool }: ShownStep) => OWN[server === null ? tool : ""];
const wordsOf = (step: ShownStep): Words => ownOf(step)?.words ?? "other";

/**
 * Steps of an answer that is over, in one line: how many, how many of them were done and have failed where not all were
 * done, and of which kinds, in the order of their first ones.
 */
export function foldedText(steps: readonly ShownStep[], t: TFunction<"steps">): string {
	const counts = new Map<string, { words: Words; title: string; count: number }>();
	for (const step of steps) {
		const words = wordsOf(step);
		// A tool without words of its own is named by its title.
		const title = words === "other" ? step.title : "";
		const known = counts.get(`${words} ${title}`);
		if (known) known.count++;
		else counts.set(`${words} ${title}`, { words, title, count: 1 });
	}
	const kinds = [...counts.values()].map(({ words, title, count }) =>
		count === 1 ? t(`once.${words}`, { title }) : t(`kinds.${words}`, { title, count }),
	);
	const [done, failed] = [countOf(steps, "done"), countOf(steps, "failed")];
	const texts = { done, failed, count: steps.length, kinds: kinds.join(", ") };
	if (failed > 0) return t("foldedFailed", texts);
	return t(done < steps.length ? "foldedPart" : "folded", texts);
}

const countOf = (steps: readonly ShownStep[], wanted: ShownStep["state"]) =>
	steps.filter(({ state }) => state === wanted).length;

/** Characters of what a step is about. */
const MOST = 80;

/** A step in words: what is done, what has been done, or why not. */
export function stepText(step: ShownStep, t: TFunction<"steps">): string {
	const { state, title } = step;
	if (state === "waiting") return t("waiting", { title });
	const { text, reason } = stepWords(step, t);
	return reason === null ? text : t("reason", { step: text, reason });
}

/**
 * A step as its line shows it: `reason` why it has failed, null where it has not; `site`: the part of the text that is
 * a site's name, "" where there is none. That a call waits is said beside its line.
 */
export function stepWords(
	step: ShownStep,
	t: TFunction<"steps">,
): { text: string; site: string; reason: string | null } {
	const { state, title, errorCode, summary } = step;
	if (state === "waiting") return { text: title, site: "", reason: null };
	if ((state === "denied" || state === "stopped") && errorCode !== null)
		return { text: t("undecided", { title }), site: "", reason: null };
	if (state === "denied" || state === "unknown") return { text: t(state, { title }), site: "", reason: null };
	const own = ownOf(step);
	const what = own?.about === undefined ? "" : aboutOf(step, own.about);
	// A call that says nothing is named by its tool.
	const words = own && (own.about === undefined || what !== "") ? own.words : "other";
	const phase = state === "asked" || state === "started" ? "running" : state;
	const text = t(`own.${words}.${phase}`, { what, title });
	const site = words === "page" ? what : "";
	if (state === "failed") return { text, site, reason: summary ?? reasonOf(words, errorCode, t) };
	const says = state === "done" && summary !== null && summary !== "" && summary !== what;
	return { text: says ? t("summary", { step: text, summary }) : text, site, reason: null };
}

/** Null: there is no more to say than that it has failed, which the words of most tools say themselves. */
function reasonOf(words: Words, code: string | null, t: TFunction<"steps">): string | null {
	const ofPage = words === "page" ? keyOf(steps.pageReasons, code) : undefined;
	if (ofPage) return t(`pageReasons.${ofPage}`);
	const known = keyOf(steps.reasons, code);
	if (known) return t(`reasons.${known}`);
	return words === "search" || words === "other" ? t("failed") : null;
}

const keyOf = <T extends object>(texts: T, code: string | null) =>
	(Object.keys(texts) as (keyof T & string)[]).find((one) => one === code);

/** The argument that says what a step is about; of an address its host. */
function aboutOf({ args }: ShownStep, name: string): string {
	let value: unknown;
	try {
		value = JSON.parse(args)?.[name];
	} catch {
		return "";
	}
	if (typeof value !== "string") return "";
	const text = name === "url" ? hostOf(value) : value.replace(/\s+/g, " ").trim();
	// Half of an emoji would be another character on the server than in the browser.
	const characters = [...text];
	return characters.length > MOST ? `${characters.slice(0, MOST).join("").trimEnd()}…` : text;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url);
