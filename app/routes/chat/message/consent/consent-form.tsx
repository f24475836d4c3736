import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownStep } from "../../../../chat/tools/shown-step.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { useFrame } from "../../../../layouts/chat/load/use-frame.ts";
import { Button } from "../../../../ui/button.tsx";
import { Unscripted } from "../stop-form.tsx";

/** A form for each, because a text browser shows the value of a button beside its words. */
const DECISIONS = [
	["once", "primary"],
	["chat", "tonal"],
	["no", "ghost"],
	["always", "text"],
] as const;

/** A call that waits for the person: what would be sent, all of it, and the decisions. It never takes the focus. */
export function ConsentForm({ step }: { step: ShownStep }) {
	const { t } = useTranslation("steps");
	const fetcher = useFetcher();
	const heading = `ask-${step.id}`;
	const offered = useFrame().tools.find(({ name }) => name === step.tool);
	return (
		<section className="consent" aria-labelledby={heading}>
			<div className="consent-head">
				<span className="tile tile-warning">
					<Icon name="shield-key-outline" />
				</span>
				<div>
					<h3 id={heading}>{t("consent.title", { title: step.title })}</h3>
					<p>{t("consent.lead")}</p>
				</div>
			</div>
			<dl className="consent-facts">
				{offered ? (
					<div>
						<dt>{t("consent.where")}</dt>
						<dd>
							{offered.crossBorder
								? t("switch.crossBorder", { server: offered.serverTitle })
								: offered.serverTitle}
						</dd>
					</div>
				) : null}
				<div>
					<dt>{t("consent.what")}</dt>
					<dd>{step.title}</dd>
				</div>
				{factsOf(step.args, offered?.fields).map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<details>
				<summary className="consent-whole">
					<Icon name="code-json" size="sm" />
					{t("consent.whole")}
				</summary>
				{/* Its lines wrap, so it never scrolls. */}
				<pre>
					<code>{step.args}</code>
				</pre>
			</details>
			<div className="consent-acts">
				{DECISIONS.map(([decision, variant]) => (
					<fetcher.Form key={decision} method="post" action="/chat">
						<input type="hidden" name="intent" value="decide" />
						<input type="hidden" name="callId" value={step.id} />
						<input type="hidden" name="decision" value={decision} />
						<Unscripted />
						<Button type="submit" variant={variant}>
							{t(`consent.${decision}`)}
						</Button>
					</fetcher.Form>
				))}
			</div>
			<p className="consent-note">{t("consent.note")}</p>
		</section>
	);
}

const MOST_LINES = 12;

/**
 * Lines of the arguments; what is nested stands as JSON.
 * @param labels the operator's words for their names
 */
function factsOf(args: string, labels?: ReadonlyMap<string, string>): [string, string][] {
	try {
		const value: unknown = JSON.parse(args);
		if (typeof value !== "object" || value === null) return [];
		return Object.entries(value)
			.slice(0, MOST_LINES)
			.map(([name, one]) => [labels?.get(name) ?? name, typeof one === "string" ? one : JSON.stringify(one)]);
	} catch {
		return [];
	}
}
