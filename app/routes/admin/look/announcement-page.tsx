import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Choices } from "../confirm/choices.tsx";
import { ProblemBanner, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormEnd } from "../confirm/form-end.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import { AnnouncementList } from "./announcement-list.tsx";
import type { LoadedAnnouncements } from "./load-look.server.ts";
import type { LookState } from "./look-state.ts";

type AnnouncementPageProps = LoadedAnnouncements & { state: LookState | undefined };

/** The form of an announcement, and those of before. */
export function AnnouncementPage(props: AnnouncementPageProps) {
	const { list, mayAnnounce, initial, clock, timeZone, source, needed, state } = props;
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = { ...initial, ...state?.values };
	const action = `${href("/admin/look")}?tab=announcement`;
	const mayChange = mayAnnounce && !source.lock;
	return (
		<>
			<ProblemBanner state={state} />
			<SectionSource {...source} hasText={false} address={action} />
			{state?.preview?.text && (
				<section className="look-shown" aria-label={t("look.willBeShown")}>
					<p className="note">{t("look.willBeShown")}</p>
					<div className={values.tone === "warning" ? "announce announce-warn" : "announce"}>
						<Icon name={values.tone === "warning" ? "alert-outline" : "information-outline"} />
						<p>{state.preview.text}</p>
					</div>
				</section>
			)}
			{mayChange ? (
				<form className="card card-pad adm-form" method="post" action={action} noValidate>
					<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
					<TextArea
						name="text"
						label={t("look.text")}
						defaultValue={values.text}
						error={problem("text")}
						help={t("look.textHelp")}
						maxLength={200}
						rows={2}
						required
					/>
					<div className="look-pair">
						<TextField
							name="link"
							label={t("look.link")}
							defaultValue={values.link}
							error={problem("link")}
							inputMode="url"
							maxLength={500}
						/>
						<Select name="tone" label={t("look.tone")} defaultValue={values.tone}>
							<option value="info">{t("look.tones.info")}</option>
							<option value="warning">{t("look.tones.warning")}</option>
						</Select>
						{(["from", "until"] as const).map((name) => (
							<TextField
								key={name}
								name={name}
								type="datetime-local"
								label={t(`look.${name}`)}
								defaultValue={values[name]}
								error={problem(name)}
								help={t("look.zoneHelp", { clock: clock ?? t("payDays.clock", { zone: timeZone }) })}
								required
							/>
						))}
					</div>
					<Choices
						legend={t("look.audience")}
						name="audience"
						options={(["all", "people"] as const).map((value) => ({
							value,
							label: t(`look.audiences.${value}`),
							text: t(`look.audienceTexts.${value}`),
						}))}
						chosen={values.audience}
					/>
					<Checkbox name="hideable" defaultChecked={Boolean(values.hideable)}>
						{t("look.hideable")} <small>{t("look.hideableText")}</small>
					</Checkbox>
					<FormEnd
						button={{ label: t("look.set"), pendingLabel: t("look.setting") }}
						state={state}
						needed={needed}
					>
						<Button variant="tonal" name="preview">
							{t("look.preview")}
						</Button>
					</FormEnd>
				</form>
			) : (
				!mayAnnounce && <Card as="div">{t("look.viewOnly")}</Card>
			)}
			<AnnouncementList list={list} mayChange={mayChange} />
		</>
	);
}
