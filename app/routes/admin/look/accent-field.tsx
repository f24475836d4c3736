import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { LockedField, useSetBy } from "../settings/locked-field.tsx";
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

type AccentFieldProps = { accent: string; lock: string | null; state: LookState | undefined };

/** The accent: one that is offered, or any other on which white can be read. */
export function AccentField({ accent, lock, state }: AccentFieldProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const setBy = useSetBy();
	if (lock)
		return (
			<LockedField id="accent" label={t("look.accent")} value={accent.toUpperCase()} note={setBy(lock)} />
		);
	const chosen = state?.values?.accent || accent;
	const own = state?.values?.ownAccent ?? (Object.values<string>(SWATCHES).includes(accent) ? "" : accent);
	const tooLight = state?.tooLight;
	return (
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
					<Button variant="tonal" name={`take=${tooLight.nearest}`}>
						{t("look.takeNearest", toWords(tooLight))}
					</Button>
				)}
			</div>
		</>
	);
}

const toWords = ({ contrast, nearest }: { contrast: number; nearest: string }) => ({
	contrast: Math.floor(contrast * 10) / 10,
	nearest: nearest.toUpperCase(),
});
