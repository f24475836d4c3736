import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ProblemBanner, ProofFields, SendCode, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import { AnnouncementList } from "./announcement-list.tsx";
import type { LoadedAnnouncements } from "./load-look.server.ts";
import type { LookState } from "./look-state.ts";

type AnnouncementPageProps = LoadedAnnouncements & { state: LookState | undefined };

/** The form of an announcement, and those of before. */
export function AnnouncementPage(props: AnnouncementPageProps) {
	const { list, mayAnnounce, initial, timeZone, source, needed, state } = props;
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
								help={t("look.zoneHelp", { zone: timeZone })}
								required
							/>
						))}
					</div>
					<fieldset className="fset">
						<legend>{t("look.audience")}</legend>
						<div className="choices">
							{(["all", "people"] as const).map((audience) => (
								<label key={audience} className="choice">
									<input
										type="radio"
										name="audience"
										value={audience}
										defaultChecked={audience === values.audience}
									/>
									<span>
										<b>{t(`look.audiences.${audience}`)}</b>{" "}
										<small>{t(`look.audienceTexts.${audience}`)}</small>
									</span>
								</label>
							))}
						</div>
					</fieldset>
					<Checkbox name="hideable" defaultChecked={Boolean(values.hideable)}>
						{t("look.hideable")} <small>{t("look.hideableText")}</small>
					</Checkbox>
					<ProofFields state={state} needed={needed} />
					<div className="form-acts">
						<Button variant="primary" pendingLabel={t("look.setting")}>
							{t("look.set")}
						</Button>
						<Button variant="tonal" name="preview" value="1">
							{t("look.preview")}
						</Button>
						<SendCode needed={needed} />
					</div>
				</form>
			) : (
				!mayAnnounce && <Card as="div">{t("look.viewOnly")}</Card>
			)}
			<AnnouncementList list={list} mayChange={mayChange} />
		</>
	);
}
