import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import type { LoadedTools } from "./load-tools.server.ts";

const TOOLS = href("/admin/tools");

type OwnPageProps = Pick<LoadedTools, "own" | "source"> & {
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** Switches of the tools of our own. */
export function OwnPage({ own, source, needed, state }: OwnPageProps) {
	const { t } = useTranslation("admin");
	const typed = state?.values?.on?.split(" ");
	return (
		<FormPage
			path={[[TOOLS, t("tools.title")]]}
			title={t("tools.own")}
			action={`${TOOLS}?do=own`}
			button={{ label: t("models.save"), pendingLabel: t("models.saving") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
			<p>{t("tools.ownText")}</p>
			<fieldset className="fset">
				<legend className="sr-only">{t("tools.own")}</legend>
				{own.map(({ name, title, isOn }) => (
					<div key={name}>
						<input type="hidden" name={`known:${name}`} value="1" />
						<Checkbox name="on" id={`on-${name}`} value={name} defaultChecked={typed?.includes(name) ?? isOn}>
							{title} <small className="mono">{name}</small>
						</Checkbox>
					</div>
				))}
			</fieldset>
		</FormPage>
	);
}
