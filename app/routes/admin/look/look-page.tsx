import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { LogoMark } from "../../../ui/logo.tsx";
import { ProblemBanner, ProofFields, SendCode, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { Section } from "../section.tsx";
import { LockedField, useSetBy } from "../settings/locked-field.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import { ContrastTable } from "./contrast-table.tsx";
import type { LoadedLook } from "./load-look.server.ts";
import { LookPreview } from "./look-preview.tsx";
import type { LookState } from "./look-state.ts";

/** Colours that are offered; each is seen in both themes. */
const SWATCHES = {
	violet: "#6b34e0",
	blue: "#1e55b8",
	teal: "#0b7a83",
	green: "#1e7412",
	crimson: "#b4235a",
	graphite: "#494a5c",
} as const;

type LookPageProps = LoadedLook & { state: LookState | undefined };

/** Name, logo and accent. */
export function LookPage(props: LookPageProps) {
	const { name, nameLock, accent, hasLogo, css, contrasts, source, needed, state } = props;
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const setBy = useSetBy();
	const lock = source.lock;
	const chosen = state?.values?.accent || accent;
	const own = state?.values?.ownAccent ?? (Object.values<string>(SWATCHES).includes(accent) ? "" : accent);
	const { tooLight, preview, logoLost } = state ?? {};
	const action = href("/admin/look");
	return (
		<>
			<ProblemBanner state={state} />
			<SectionSource {...source} address={action} />
			<div className="with-preview">
				<form className="look-form" method="post" action={action} encType="multipart/form-data" noValidate>
					<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
					<Section title={t("look.nameAndLogo")}>
						{(nameLock ?? lock) ? (
							<LockedField
								id="name"
								label={t("look.name")}
								value={name}
								note={setBy(nameLock ?? lock ?? "")}
							/>
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
									<p
										id="logo-help"
										className={problem("logo") ? "field-help field-help-error" : "field-help"}
									>
										{problem("logo") ?? (logoLost ? t("look.logoAgain") : t("look.logoHelp"))}
									</p>
								</div>
							)}
							{hasLogo && !lock && (
								<Button variant="ghost" name="logoReset" value="1">
									{t("look.logoReset")}
								</Button>
							)}
						</div>
					</Section>
					<Section title={t("look.color")}>
						{lock ? (
							<LockedField
								id="accent"
								label={t("look.accent")}
								value={accent.toUpperCase()}
								note={setBy(lock)}
							/>
						) : (
							<>
								<fieldset className="fset">
									<legend className="sr-only">{t("look.accent")}</legend>
									<div className="swatches">
										{Object.entries(SWATCHES).map(([word, hex]) => (
											<label key={hex} className={`swatch swatch-${word}`}>
												<input type="radio" name="accent" value={hex} defaultChecked={hex === chosen} />
												<i />
												{t(`look.accents.${word as keyof typeof SWATCHES}`)}
											</label>
										))}
									</div>
								</fieldset>
								<div className="look-own">
									<TextField
										name="ownAccent"
										label={t("look.ownAccent")}
										defaultValue={own}
										error={tooLight ? t("look.tooLight", toWords(tooLight)) : problem("ownAccent")}
										help={t("look.ownAccentHelp")}
										maxLength={7}
										autoComplete="off"
										spellCheck={false}
									/>
									{tooLight && (
										<Button variant="tonal" name="take" value={tooLight.nearest}>
											{t("look.takeNearest", toWords(tooLight))}
										</Button>
									)}
								</div>
							</>
						)}
						<ContrastTable contrasts={contrasts} />
					</Section>
					{!lock && (
						<>
							<ProofFields state={state} needed={needed} />
							<div className="form-acts">
								<Button variant="primary" pendingLabel={t("look.saving")}>
									{t("look.save")}
								</Button>
								<Button variant="tonal" name="preview" value="1">
									{t("look.preview")}
								</Button>
								<SendCode needed={needed} />
							</div>
						</>
					)}
				</form>
				<LookPreview
					name={preview?.name ?? name}
					css={preview?.css ?? css}
					isUnsaved={preview !== undefined}
				/>
			</div>
		</>
	);
}

const toWords = ({ contrast, nearest }: { contrast: number; nearest: string }) => ({
	contrast: Math.floor(contrast * 10) / 10,
	nearest: nearest.toUpperCase(),
});
