import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { KeyField, useKeyWords } from "../settings/key-field.tsx";
import { LockedField } from "../settings/locked-field.tsx";
import { PlaceField } from "../settings/place-field.tsx";
import type { LoadedServer } from "./load-tools.server.ts";

const TOOLS = href("/admin/tools");

type ServerPageProps = LoadedServer & { state: AdminFormState | undefined };

/** The form of an MCP server behind an address; of a program only what people see of it. */
export function ServerPage({ server, mayKey, allowPrivate, source, needed, state }: ServerPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const known = useKeyWords(server?.secret);
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
						<KeyField known={known} help={t("tools.serverKeySecretHelp")} mayKey={mayKey} state={state} />
					</>
				)}
				<PlaceField textOf={(place) => t(`tools.placeTexts.${place}`)} chosen={values.place} />
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
