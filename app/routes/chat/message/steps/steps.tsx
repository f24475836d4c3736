import { useTranslation } from "react-i18next";
import { CodeBlock } from "../../../../chat/markdown/view/code-block.tsx";
import { ScrollBox } from "../../../../chat/markdown/view/scroll-box.tsx";
import type { ShownStep } from "../../../../chat/tools/shown-step.ts";
import { foldedText, stepWords } from "../../../../chat/tools/step-text.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { FoundSources } from "./found-sources.tsx";
import { stepIcon } from "./step-icon.ts";
import { useSeconds } from "./use-seconds.ts";

type Props = {
	steps: readonly ShownStep[];
	/** More than one step is folded. */
	folds: boolean;
	/** The fold stands open from the beginning. */
	open: boolean;
};

/** The steps of the model at this place of its answer. */
export function Steps({ steps, folds, open }: Props) {
	const { t } = useTranslation("steps");
	if (steps.length === 0) return null;
	const lines = steps.map((step) => <Step key={step.id} step={step} />);
	if (!folds || steps.length === 1)
		return (
			<ol className="steps" aria-label={t("title")} aria-live="off">
				{lines}
			</ol>
		);
	return (
		<details className="steps" open={open}>
			<summary className="step-row">
				<Icon name="format-list-checks" />
				<span>{foldedText(steps, t)}</span>
				<Icon name="chevron-down" size="sm" className="step-turn" />
			</summary>
			<ol aria-label={t("title")}>{lines}</ol>
		</details>
	);
}

function Step({ step }: { step: ShownStep }) {
	const { t } = useTranslation("steps");
	const running = step.state === "asked" || step.state === "started";
	const row = (
		<>
			{running ? <span className="spinner" /> : <Icon name={stepIcon(step)} />}
			<StepWords step={step} />{" "}
		</>
	);
	// Steps that are under way, or wait for a form that shows them, are one line.
	const isOver = !running && step.state !== "waiting";
	const beside = step.state === "waiting" ? <small>{t("waits")}</small> : <StepTime step={step} />;
	return (
		<li
			className="step"
			data-call-id={step.id}
			data-tool={step.tool}
			data-state={step.state}
			aria-busy={running || undefined}
		>
			{isOver && hasDetails(step) ? (
				<details>
					<summary className="step-row">
						{row}
						{beside}
						<Icon name="chevron-down" size="sm" className="step-turn" />
					</summary>
					<StepDetails step={step} />
				</details>
			) : (
				<div className="step-row">
					{row}
					{beside}
				</div>
			)}
		</li>
	);
}

/** How long a step took, or has taken so far: beneath a second nothing, though the room for it is kept while it runs. */
function StepTime({ step: { state, ms } }: { step: ShownStep }) {
	const { t } = useTranslation("steps");
	const running = state === "started";
	const whole = useSeconds({ ms, running });
	const seconds = running ? whole : ms && Math.round(ms / 1_000);
	if (!running && !seconds) return null;
	return (
		<small className={running ? "step-so-far" : undefined}>{seconds ? t("seconds", { seconds }) : ""}</small>
	);
}

/** The name of a site stands out, and why a step has failed. */
function StepWords({ step }: { step: ShownStep }) {
	const { t } = useTranslation("steps");
	const { text, site, reason } = stepWords(step, t);
	const at = text.indexOf(site);
	return (
		<span>
			{site && at >= 0 ? (
				<>
					{text.slice(0, at)}
					<b>{site}</b>
					{text.slice(at + site.length)}
				</>
			) : (
				text
			)}
			{reason && (
				<>
					: <span className="step-why">{reason}</span>
				</>
			)}
		</span>
	);
}

const hasDetails = ({ code, args, sources }: ShownStep) =>
	code !== null || sources.length > 0 || (args !== "" && args !== "{}");

/** The code, the arguments and the sources of a step, and its result or error: as text, whatever is in it. */
function StepDetails({ step: { code, args, sources, state } }: { step: ShownStep }) {
	const { t } = useTranslation("steps");
	const { t: tc } = useTranslation("chat");
	const copyTexts = { copy: tc("copy"), copied: tc("copied"), notCopied: tc("notCopied") };
	const shown = code && (
		<>
			<CodeBlock lang="javascript" labels={{ code: t("code"), ...copyTexts }}>
				{code.input}
			</CodeBlock>
			{code.output && <Sample title={t(state === "failed" ? "error" : "result")} text={code.output} />}
		</>
	);
	return (
		<div className="step-body">
			{sources.length > 0 ? (
				<FoundSources numbers={sources} />
			) : (
				(shown ?? <Sample title={t("request")} text={args} />)
			)}
		</div>
	);
}

function Sample({ title, text }: { title: string; text: string }) {
	return (
		<figure className="code">
			<figcaption className="code-bar">
				<span>{title}</span>
			</figcaption>
			<ScrollBox as="pre" label={title}>
				<code>{text}</code>
			</ScrollBox>
		</figure>
	);
}
