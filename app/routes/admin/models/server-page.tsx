import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { KeyField, useKeyWords } from "../settings/key-field.tsx";
import { LockedField } from "../settings/locked-field.tsx";
import { PlaceField } from "../settings/place-field.tsx";
import type { LoadedServer } from "./load-models.server.ts";
import { PresetForm } from "./preset-form.tsx";
import { PRESETS, type Preset } from "./presets.ts";

const MODELS = href("/admin/models");

type ServerPageProps = LoadedServer & { preset: Preset; state: AdminFormState | undefined };

/** The form of a server; a new one begins with a preset. */
export function ServerPage({ server, preset, idleSeconds, mayKey, source, needed, state }: ServerPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const known = useKeyWords(server?.secret);
	const begun = PRESETS[preset];
	const written = server?.written ?? { ...begun, firstPiece: "", idle: "", maxTokens: "max_tokens", ca: "" };
	const first = {
		...written,
		usage: written.usage ? "1" : "",
		place: (server ?? begun).abroad ? "abroad" : "home",
	};
	const values = { ...first, ...state?.values };
	const at = server ? `&server=${server.serverKey}` : "";
	return (
		<>
			<FormPage
				above={!server && <PresetForm preset={preset} />}
				path={[[MODELS, t("models.title")]]}
				title={server ? server.title : t("models.connect")}
				action={`${MODELS}?do=server${at || `&preset=${preset}`}`}
				button={{ label: t("models.save"), pendingLabel: t("models.saving") }}
				state={state}
				needed={needed}
				asksWhy={false}
			>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				<input type="hidden" name="api" value={values.api} />
				<TextField
					name="title"
					label={t("models.serverTitle")}
					help={t("models.serverTitleHelp")}
					defaultValue={values.title}
					error={problem("title")}
					maxLength={60}
					required
				/>
				{server?.apiKeyEnv ? (
					<>
						<LockedField
							id="baseUrl"
							label={t("models.address")}
							value={server.written.baseUrl}
							note={t("models.addressLocked", { name: server.apiKeyEnv })}
						/>
						<input type="hidden" name="baseUrl" value={server.written.baseUrl} />
					</>
				) : (
					<TextField
						name="baseUrl"
						label={t("models.address")}
						help={t("models.addressHelp")}
						defaultValue={values.baseUrl}
						error={problem("baseUrl")}
						inputMode="url"
						autoComplete="off"
						required
					/>
				)}
				{!server?.apiKeyEnv && (
					<KeyField known={known} help={t("models.newKeyHelp")} mayKey={mayKey} state={state} />
				)}
				<PlaceField textOf={(place) => t(`models.placeTexts.${place}`)} chosen={values.place} />
				<details className="more" open={Boolean(state?.errors)}>
					<summary>{t("models.more")}</summary>
					<div className="model-fields">
						<TextField
							name="firstPiece"
							label={t("models.firstPiece")}
							defaultValue={values.firstPiece}
							error={problem("firstPiece")}
							inputMode="numeric"
						/>
						<TextField
							name="idle"
							label={t("models.idle")}
							help={t("models.idleHelp", { count: idleSeconds })}
							defaultValue={values.idle}
							error={problem("idle")}
							inputMode="numeric"
						/>
						<Select name="maxTokens" label={t("models.maxTokens")} defaultValue={values.maxTokens}>
							<option value="max_tokens">max_tokens</option>
							<option value="max_completion_tokens">max_completion_tokens</option>
						</Select>
						<Checkbox name="usage" value="1" defaultChecked={values.usage !== ""}>
							{t("models.usage")} <small>{t("models.usageText")}</small>
						</Checkbox>
						<TextArea
							name="ca"
							label={t("models.ca")}
							help={t("models.caHelp")}
							defaultValue={values.ca}
							error={problem("ca")}
							rows={3}
						/>
					</div>
				</details>
			</FormPage>
			{server && (
				<p>
					<LinkButton to={`${MODELS}?do=remove${at}`} variant="error-text">
						{t("models.remove")}
					</LinkButton>
				</p>
			)}
		</>
	);
}
