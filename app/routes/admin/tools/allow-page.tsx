import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ProblemBanner, ProofFields, SendCode } from "../confirm/confirm-fields.tsx";
import type { ProofNeeded } from "../confirm/form-state.ts";
import { Crumbs } from "../crumbs.tsx";
import type { CheckState } from "./allow-tools.server.ts";
import type { LoadedServer } from "./load-tools.server.ts";
import { CheckWords } from "./search-check-page.tsx";

const TOOLS = href("/admin/tools");

type AllowPageProps = Omit<LoadedServer, "needed"> & {
	needed: ProofNeeded;
	state: CheckState | undefined;
};

/** The form of a server's tools: which may be used, what they do, whether people are asked. */
export function AllowPage({ server, isLocked, source, needed, state }: AllowPageProps) {
	const { t } = useTranslation("admin");
	if (!server) return null;
	const rows = rowsOf(server, state);
	const hasProved = state?.checked !== undefined;
	const more = state?.more ?? 0;
	return (
		<>
			<Crumbs path={[[TOOLS, t("tools.title")]]}>{server.title}</Crumbs>
			<div className="adm-head">
				<h1>{t("tools.allowTitle", { title: server.title })}</h1>
			</div>
			<ProblemBanner state={state} />
			{state?.checked && (
				<Card>
					<CheckWords checked={state.checked} />
					{more > 0 && <p className="note">{t("tools.moreTools", { count: more })}</p>}
				</Card>
			)}
			<form
				className="card card-pad adm-form adm-wide"
				method="post"
				action={`${TOOLS}?do=allow&server=${server.serverKey}`}
				noValidate
			>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				<p>{t(server.program ? "tools.allowProgram" : "tools.allowText")}</p>
				{rows.length === 0 && <p className="note">{t("tools.noTools")}</p>}
				{!isLocked &&
					rows.map(({ name, description, use, asks, title }, place) => (
						<fieldset key={name} className="fset tool-row">
							<legend className="mono">{name}</legend>
							{description && <p className="note">{description}</p>}
							<input type="hidden" name="tool" value={name} />
							<div className="tool-fields">
								<TextField
									name={`title:${name}`}
									id={`title-${place}`}
									label={t("tools.toolTitle")}
									defaultValue={title}
									maxLength={60}
								/>
								<Select
									name={`use:${name}`}
									id={`use-${place}`}
									label={t("tools.columns.effect")}
									defaultValue={use}
								>
									<option value="off">{t("tools.toolOff")}</option>
									{(["read", "keyed", "unsafe"] as const).map((effect) => (
										<option key={effect} value={effect}>
											{t(`tools.effects.${effect}`)}
										</option>
									))}
								</Select>
								<Select
									name={`asks:${name}`}
									id={`asks-${place}`}
									label={t("tools.columns.asks")}
									defaultValue={asks ? "yes" : "no"}
								>
									<option value="yes">{t("tools.asks")}</option>
									<option value="no">{t("tools.asksNot")}</option>
								</Select>
							</div>
						</fieldset>
					))}
				<ProofFields state={state} needed={hasProved ? null : needed} />
				<div className="form-acts">
					{!isLocked && rows.length > 0 && (
						<Button variant="primary" name="intent=save" pendingLabel={t("models.saving")}>
							{t("models.save")}
						</Button>
					)}
					{!server.program && (
						<Button
							variant={rows.length > 0 && !isLocked ? "tonal" : "primary"}
							name="intent=ask"
							pendingLabel={t("models.checking")}
						>
							{t("tools.ask")}
						</Button>
					)}
					<LinkButton to={TOOLS} variant="ghost">
						{t("confirm.cancel")}
					</LinkButton>
					<SendCode needed={hasProved ? null : needed} />
				</div>
			</form>
		</>
	);
}

const LONGEST_TITLE = 60;

/** The tools that may be used, those that the server has named, and what was typed of them. */
function rowsOf({ tools }: NonNullable<LoadedServer["server"]>, state: CheckState | undefined) {
	const listed = state?.listed ?? [];
	const unlisted = tools.filter(({ name }) => !listed.some((one) => one.name === name));
	return [...unlisted.map(({ name }) => ({ name, description: "" })), ...listed].map(
		({ name, description }) => {
			const known = tools.find((tool) => tool.name === name);
			return {
				name,
				description,
				use: known?.effect ?? "off",
				asks: known?.asks ?? true,
				title: known?.title ?? name.slice(0, LONGEST_TITLE),
				...state?.typed?.[name],
			};
		},
	);
}
