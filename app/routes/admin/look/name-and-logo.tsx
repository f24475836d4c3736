import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { LogoMark } from "../../../ui/logo.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { Section } from "../section.tsx";
import { LockedField, useSetBy } from "../settings/locked-field.tsx";
import type { LoadedLook } from "./load-look.server.ts";
import type { LookState } from "./look-state.ts";

type NameAndLogoProps = Pick<LoadedLook, "name" | "nameLock" | "hasLogo"> & {
	lock: string | null;
	state: LookState | undefined;
};

export function NameAndLogo({ name, nameLock, hasLogo, lock, state }: NameAndLogoProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const setBy = useSetBy();
	return (
		<Section title={t("look.nameAndLogo")}>
			{(nameLock ?? lock) ? (
				<LockedField id="name" label={t("look.name")} value={name} note={setBy(nameLock ?? lock ?? "")} />
			) : (
				<TextField
					name="name"
					label={t("look.name")}
					defaultValue={state?.values?.name ?? name}
					error={problem("name")}
					maxLength={40}
					required
				/>
			)}
			<div className="look-logo">
				<LogoMark />
				{lock ? (
					<p className="note">{setBy(lock)}</p>
				) : (
					<div>
						<FileField
							id="logo"
							name="logo"
							label={t("look.logo")}
							optional
							accept=".svg,.png,image/svg+xml,image/png"
							aria-describedby="logo-help"
							aria-invalid={problem("logo") ? true : undefined}
						/>
						<p id="logo-help" className={problem("logo") ? "field-help field-help-error" : "field-help"}>
							{problem("logo") ?? (state?.logoLost ? t("look.logoAgain") : t("look.logoHelp"))}
						</p>
					</div>
				)}
				{hasLogo && !lock && (
					<Button variant="ghost" name="logoReset">
						{t("look.logoReset")}
					</Button>
				)}
			</div>
		</Section>
	);
}
