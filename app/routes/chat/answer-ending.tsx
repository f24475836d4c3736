import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownAnswer } from "../../chat/conversations.server.ts";
import { Icon } from "../../icons/icon.tsx";
import { Button } from "../../ui/button.tsx";
import { Unscripted } from "./stop-form.tsx";

const CAUSES = [
	"unreachable",
	"refused",
	"rate-limited",
	"timeout",
	"context-too-long",
	"model-missing",
	"empty",
	"cut-off",
	"malformed",
	"attempts",
	"imported-empty",
] as const;

/** How an answer that did not simply end has ended, in words, and the way on. */
export function AnswerEnding({ answer, attemptId }: { answer: ShownAnswer; attemptId: string }) {
	const { t } = useTranslation("chat");
	const cause = CAUSES.find((code) => code === answer.failure) ?? "other";
	if (answer.state === "failed") {
		return (
			<Ending tone="error" title={t("failed")} text={t(`cause.${cause}`)}>
				<Again intent="regenerate" answerId={answer.id} attemptId={attemptId} label={t("retry")} />
			</Ending>
		);
	}
	const goOn = <Again intent="continue" answerId={answer.id} attemptId={attemptId} label={t("goOn")} />;
	if (answer.state === "stopped") {
		const empty = answer.blocks.length === 0;
		return (
			<Ending title={t("interrupted")} text={empty ? t("stoppedEmpty") : t("stopped")}>
				{goOn}
			</Ending>
		);
	}
	if (answer.state === "interrupted") {
		return (
			<Ending title={t("interrupted")} text={t("causeKept")}>
				{goOn}
			</Ending>
		);
	}
	if (answer.finish === "length") {
		return (
			<Ending title={t("lengthReached")} text={t("lengthText")}>
				{goOn}
			</Ending>
		);
	}
	if (answer.finish === "filtered") return <Ending title={t("filtered")} text={t("filteredText")} />;
	return null;
}

type EndingProps = { tone?: "error"; title: string; text: string; children?: React.ReactNode };

const Ending = ({ tone, title, text, children }: EndingProps) => (
	<div className={tone ? `inline-state inline-state-${tone}` : "inline-state"}>
		<Icon name="alert-circle-outline" />
		<p>
			<b>{title}</b>
			{text}
		</p>
		{children}
	</div>
);

type AgainProps = { intent: "regenerate" | "continue"; answerId: string; attemptId: string; label: string };

function Again({ intent, answerId, attemptId, label }: AgainProps) {
	const fetcher = useFetcher();
	return (
		<fetcher.Form method="post" action="/chat">
			<input type="hidden" name="answerId" value={answerId} />
			<input type="hidden" name="attemptId" value={attemptId} />
			<Unscripted />
			<Button
				type="submit"
				name="intent"
				value={intent}
				variant="tonal"
				aria-disabled={fetcher.state !== "idle" || undefined}
			>
				{label}
			</Button>
		</fetcher.Form>
	);
}
