import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ProblemBanner, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormEnd } from "../confirm/form-end.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import type { LoadedLook } from "./load-look.server.ts";
import type { LookState } from "./look-state.ts";

const TEXTS = [
	["heading", 60],
	["lead", 200],
	["button", 30],
	["description", 160],
] as const;
const PARTS = ["examples", "plans", "faq"] as const;

type LandingPageProps = LoadedLook & { state: LookState | undefined };

/** The texts of the home page and what it shows. Locked, they are shown and cannot be sent. */
export function LandingPage({ landing, usual, source, needed, state }: LandingPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const action = `${href("/admin/look")}?tab=landing`;
	// Of none that is ticked the form brings an empty text.
	const ticked = state?.values?.parts?.split(" ");
	const hidden: readonly string[] = ticked
		? PARTS.filter((part) => !ticked.includes(part))
		: (landing.hidden ?? []);
	return (
		<>
			<ProblemBanner state={state} />
			<SectionSource {...source} address={href("/admin/look")} />
			<form className="adm-form look-landing" method="post" action={action} noValidate>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				<fieldset className="fset look-form" disabled={source.lock !== null}>
					<legend className="sr-only">{t("look.tabs.landing")}</legend>
					<Card className="look-fields">
						<p className="note">{t("look.landingLead")}</p>
						{TEXTS.map(([name, count]) => (
							<TextField
								key={name}
								name={name}
								label={t(`look.${name}`)}
								defaultValue={state?.values?.[name] ?? landing[name] ?? ""}
								error={problem(name)}
								help={t("look.upTo", { count, text: usual[name] })}
								maxLength={count}
							/>
						))}
						<fieldset className="fset">
							<legend>{t("look.parts")}</legend>
							<div className="checks">
								{PARTS.map((part) => (
									<Checkbox
										key={part}
										name="parts"
										id={`part-${part}`}
										value={part}
										defaultChecked={!hidden.includes(part)}
									>
										{t(`look.partNames.${part}`)}
									</Checkbox>
								))}
							</div>
						</fieldset>
						{!source.lock && (
							<FormEnd
								button={{ label: t("look.save"), pendingLabel: t("look.saving") }}
								state={state}
								needed={needed}
							>
								<Button variant="ghost" name="reset">
									{t("look.landingReset")}
								</Button>
							</FormEnd>
						)}
					</Card>
				</fieldset>
			</form>
		</>
	);
}
