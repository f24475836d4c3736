import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { CheckStep } from "../../../chat/providers/stored/check-server.server.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { ProofNeeded } from "../confirm/form-state.ts";
import { Section } from "../section.tsx";
import type { CheckState } from "./check-server.server.ts";
import type { LoadedServer } from "./load-models.server.ts";

const MODELS = href("/admin/models");

type CheckPageProps = Omit<LoadedServer, "needed"> & { needed: ProofNeeded; state: CheckState | undefined };

/** The test of a connection, what it found, and the models of the server that can be added. */
export function CheckPage({ server, isLocked, source, needed, state }: CheckPageProps) {
	const { t } = useTranslation("admin");
	if (!server) return null;
	const action = `${MODELS}?do=check&server=${server.serverKey}`;
	const checked = state?.checked;
	const works = checked?.answer ? checked.answer.failure === null : checked?.list?.failure === null;
	return (
		<>
			<FormPage
				path={[
					[MODELS, t("models.title")],
					[`${MODELS}?do=server&server=${server.serverKey}`, server.title],
				]}
				title={t("models.check")}
				action={action}
				button={{ label: t("models.check"), pendingLabel: t("models.checking") }}
				state={state}
				needed={checked ? null : needed}
				asksWhy={false}
			>
				<input type="hidden" name="revision" value={source.revision} />
				<p className="mono">{server.address}</p>
			</FormPage>
			{checked && (
				<Section title={t("models.checked")}>
					<p role="status">
						<Chip tone={works ? "success" : "error"}>{t(works ? "models.works" : "models.fails")}</Chip>
					</p>
					<ul className="rows">
						<Step title={t("models.steps.list")} step={checked.list} missing={t("models.notAsked")} />
						<Step
							title={t("models.steps.answer", { model: checked.answer?.model ?? "—" })}
							step={checked.answer}
							missing={t("models.notReached")}
							model={nameAt(server, checked.answer?.model)}
							named={checked.models.map(({ id }) => id)}
						/>
					</ul>
				</Section>
			)}
			{checked && checked.models.length > 0 && !isLocked && (
				<Card as="div">
					<form className="adm-form" method="post" action={action}>
						<input type="hidden" name="revision" value={source.revision} />
						<input type="hidden" name="intent" value="add" />
						<h2 className="card-title">{t("models.found")}</h2>
						<p>{t("models.foundLead", { models: checked.models.length })}</p>
						{checked.models.map(({ id, contextTokens }) => {
							const isKnown = server.models.some((model) => model.id === id || model.name === id);
							return (
								<div key={id}>
									<Checkbox name="add" id={`add-${id}`} value={id} disabled={isKnown}>
										<span className="mono">{id}</span>{" "}
										<small>
											{isKnown && t("models.already")}{" "}
											{contextTokens && t("models.contextOf", { count: contextTokens })}
										</small>
									</Checkbox>
									{contextTokens && <input type="hidden" name={`context:${id}`} value={contextTokens} />}
								</div>
							);
						})}
						<div className="form-acts">
							<Button variant="tonal" pendingLabel={t("models.saving")}>
								{t("models.added")}
							</Button>
						</div>
					</form>
				</Card>
			)}
		</>
	);
}

/** The server's own name of a model. */
const nameAt = ({ models }: NonNullable<LoadedServer["server"]>, asked: string | undefined) =>
	models.find(({ id }) => id === asked)?.name ?? asked;

type StepProps = {
	title: string;
	step: CheckStep | null;
	missing: string;
	/** The model that was asked, as the server would call it. */
	model?: string | undefined;
	/** The models that the server has named. */
	named?: readonly string[];
};

/** So many models of a server that does not know one are named beside it; all of them stand below. */
const MOST_NAMED = 5;

function Step({ title, step, missing, model = "", named = [] }: StepProps) {
	const { t } = useTranslation("admin");
	const instead = () => {
		const more = named.length - MOST_NAMED;
		const models = named.slice(0, MOST_NAMED).join(", ");
		return more > 0 ? t("models.namedMore", { models, more }) : t("models.named", { models });
	};
	const found = () => {
		if (!step) return missing;
		const { failure, status, ms } = step;
		if (!failure) return t("models.stepFine", { status: status ?? "", ms });
		const words = t("models.stepFailed", {
			words: t(`models.failures.${failure}`, { model }),
			status: status ? `(${status})` : "",
		});
		return failure === "no-model" && named.length > 0 ? `${words} ${instead()}` : words;
	};
	return (
		<li>
			<div className="row-text">
				<b>{title}</b> <span>{found()}</span>
			</div>
		</li>
	);
}
