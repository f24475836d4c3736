import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { LastOn } from "./last-on.tsx";
import type { LoadedModel } from "./load-models.server.ts";

const MODELS = href("/admin/models");

const text = (value: number | undefined) => (value === undefined ? "" : String(value).replace(".", ","));

type ModelPageProps = LoadedModel & { state: AdminFormState | undefined };

/** The form of a model: how people and its server call it, its price, limits, abilities and spare. */
export function ModelPage(props: ModelPageProps) {
	const { serverKey, serverTitle, model, without, others, source, needed, state } = props;
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = {
		title: model?.title ?? "",
		modelName: model ? (model.name ?? model.id) : "",
		description: model?.description ?? "",
		input: text(model?.price?.input),
		cached: text(model?.price?.cached),
		output: text(model?.price?.output),
		context: text(model?.contextTokens),
		answer: text(model?.answerTokens),
		sees: model?.sees ? "1" : "",
		tools: model?.tools ? "1" : "",
		spare: model?.spare ?? "",
		on: model && !model.off ? "1" : "",
		...state?.values,
	};
	const at = model ? `model=${encodeURIComponent(model.id)}` : `server=${serverKey}`;
	const field = (
		name: "modelName" | "description" | "context" | "answer" | "input" | "cached" | "output",
	) => ({
		name,
		label: t(`models.${name}`),
		defaultValue: values[name],
		error: problem(name),
	});
	return (
		<>
			<FormPage
				path={[
					[MODELS, t("models.title")],
					[`${MODELS}?do=server&server=${serverKey}`, serverTitle],
				]}
				title={model ? (model.title ?? model.id) : t("models.addModel")}
				action={`${MODELS}?do=model&${at}`}
				button={{ label: t("models.save"), pendingLabel: t("models.saving") }}
				state={state}
				needed={needed}
				asksWhy={false}
			>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				<Checkbox name="on" value="1" defaultChecked={values.on !== ""}>
					{t("models.state")} <small>{t("models.stateText")}</small>
				</Checkbox>
				<LastOn act="switchOff" without={without} />
				<div className="model-pair">
					<TextField
						name="title"
						label={t("models.modelTitle")}
						defaultValue={values.title}
						error={problem("title")}
						maxLength={60}
					/>
					<TextField {...field("modelName")} maxLength={200} autoComplete="off" required />
				</div>
				<TextField {...field("description")} help={t("models.descriptionHelp")} maxLength={80} />
				<fieldset className="fset">
					<legend>{t("models.prices")}</legend>
					<div className="model-pair">
						{(["input", "cached", "output"] as const).map((name) => (
							<TextField key={name} {...field(name)} name={name} inputMode="decimal" />
						))}
					</div>
				</fieldset>
				<fieldset className="fset">
					<legend>{t("models.limits")}</legend>
					<div className="model-pair">
						{(["context", "answer"] as const).map((name) => (
							<TextField key={name} {...field(name)} name={name} inputMode="numeric" />
						))}
					</div>
				</fieldset>
				<fieldset className="fset">
					<legend>{t("models.abilities")}</legend>
					{(["sees", "tools"] as const).map((name) => (
						<Checkbox key={name} name={name} value="1" defaultChecked={values[name] !== ""}>
							{t(`models.mayDo.${name}`)} <small>{t(`models.${name}Text`)}</small>
						</Checkbox>
					))}
				</fieldset>
				<Select name="spare" label={t("models.spare")} defaultValue={values.spare}>
					<option value="">{t("models.noSpare")}</option>
					{others.map(({ id, title }) => (
						<option key={id} value={id}>
							{title}
						</option>
					))}
				</Select>
			</FormPage>
			{model && (
				<p>
					<LinkButton to={`${MODELS}?do=remove&${at}`} variant="error-text">
						{t("models.removeModel")}
					</LinkButton>
				</p>
			)}
		</>
	);
}
