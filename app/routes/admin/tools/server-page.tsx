import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { LockedField } from "../settings/locked-field.tsx";
import type { LoadedServer } from "./load-tools.server.ts";
import { useKeyWords } from "./search-card.tsx";

const TOOLS = href("/admin/tools");

type ServerPageProps = LoadedServer & { state: AdminFormState | undefined };

/** The form of an MCP server behind an address; of a program only what people see of it. */
export function ServerPage({ server, mayKey, allowPrivate, source, needed, state }: ServerPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const keyWords = useKeyWords(server?.secret);
	const first = {
		title: server?.title ?? "",
		serverKey: server?.serverKey ?? "",
		url: server?.url ?? "",
		place: server?.isAbroad === false ? "home" : "abroad",
	};
	const values = { ...first, ...state?.values };
	const at = server ? `&server=${server.serverKey}` : "";
	const [variable] = server?.variables ?? [];
	return (
		<>
			<FormPage
				above={!server && <Banner tone="info">{t("tools.programs")}</Banner>}
				path={[[TOOLS, t("tools.title")]]}
				title={server ? server.title : t("tools.connect")}
				action={`${TOOLS}?do=server${at}`}
				button={{ label: t("models.save"), pendingLabel: t("models.saving") }}
				state={state}
				needed={needed}
				asksWhy={false}
			>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				<TextField
					name="title"
					label={t("models.serverTitle")}
					help={t("tools.serverTitleHelp")}
					defaultValue={values.title}
					error={problem("title")}
					maxLength={60}
					required
				/>
				{!server && (
					<TextField
						name="serverKey"
						label={t("tools.serverKey")}
						help={t("tools.serverKeyHelp")}
						defaultValue={values.serverKey}
						error={problem("serverKey")}
						maxLength={20}
						autoComplete="off"
						autoCapitalize="off"
						spellCheck={false}
						required
					/>
				)}
				{server?.program && (
					<LockedField
						id="program"
						label={t("tools.programField")}
						value={server.program}
						note={t("tools.programLocked")}
					/>
				)}
				{!server?.program && variable && (
					<>
						<LockedField
							id="url"
							label={t("models.address")}
							value={values.url}
							note={t("models.addressLocked", { name: variable })}
						/>
						<input type="hidden" name="url" value={first.url} />
					</>
				)}
				{!server?.program && !variable && (
					<>
						<TextField
							name="url"
							label={t("models.address")}
							help={t(allowPrivate ? "tools.addressHelpPrivate" : "tools.addressHelp")}
							defaultValue={values.url}
							error={problem("url")}
							inputMode="url"
							autoComplete="off"
							required
						/>
						{mayKey ? (
							<TextField
								name="key"
								label={t("models.newKey")}
								help={
									keyWords ? t("tools.replaceKeyHelp", { key: keyWords }) : t("tools.serverKeySecretHelp")
								}
								error={problem("key")}
								autoComplete="off"
								autoCapitalize="off"
								spellCheck={false}
							/>
						) : (
							<p className="note">
								{keyWords} {t("models.ownerKey")}
							</p>
						)}
					</>
				)}
				<fieldset className="fset">
					<legend>{t("models.place")}</legend>
					<div className="choices">
						{(["home", "abroad"] as const).map((place) => (
							<label key={place} className="choice">
								<input type="radio" name="place" value={place} defaultChecked={place === values.place} />
								<span>
									<b>{t(`models.places.${place}`)}</b> <small>{t(`tools.placeTexts.${place}`)}</small>
								</span>
							</label>
						))}
					</div>
				</fieldset>
				<p className="note">{t("tools.newAreOff")}</p>
			</FormPage>
			{server && (
				<p>
					<LinkButton to={`${TOOLS}?do=remove${at}`} variant="error-text">
						{t("models.remove")}
					</LinkButton>
				</p>
			)}
		</>
	);
}
