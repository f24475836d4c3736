import { useTranslation } from "react-i18next";
import type { AnswerPreferences } from "../../../accounts/preferences.server.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { ActionForm, useSending } from "../form/action-form.tsx";
import { CountedTextArea } from "../form/counted-text-area.tsx";
import { useAccountProblems } from "../form/use-account-problems.ts";

type AboutProps = {
	answerPreferences: AnswerPreferences;
	/** The longest of each text. */
	aboutLimit: number;
	state: AccountFormState | undefined;
};

/** The instruction that the model gets in every chat: about the person, and how to answer. */
export function AboutSection({ answerPreferences: saved, aboutLimit: limit, state }: AboutProps) {
	const { t } = useTranslation("account");
	const own = state?.intent === "about" ? state : undefined;
	const problem = useAccountProblems(own, ["about", "answerStyle"]);
	const isUsed = own ? own.values.useAbout === "on" : saved.isUsed;
	return (
		<Card id="about" aria-labelledby="about-heading">
			<CardTitle id="about-heading" sub={t("about.text")}>
				{t("about.title")}
			</CardTitle>
			{/* A saved or cleared text replaces the typed one. */}
			<ActionForm key={JSON.stringify(saved)} className="about-form" intent="about" state={own}>
				<CountedTextArea
					{...problem("about")}
					id="about-person"
					label={t("about.about")}
					help={t("about.aboutHelp")}
					limit={limit}
					defaultValue={own?.values.about ?? saved.about}
				/>
				<CountedTextArea
					{...problem("answerStyle")}
					label={t("about.style")}
					help={t("about.styleHelp")}
					limit={limit}
					defaultValue={own?.values.answerStyle ?? saved.answerStyle}
				/>
				<Checkbox name="useAbout" defaultChecked={isUsed}>
					{t("about.use")}
				</Checkbox>
				<div className="form-actions">
					<Button variant="primary" pendingLabel={t("saving")} pending={useSending("about")}>
						{t("about.save")}
					</Button>
					<Button type="reset" variant="ghost">
						{t("about.cancel")}
					</Button>
					<Button className="form-clear" name="clear" variant="error-text">
						{t("about.clear")}
					</Button>
				</div>
			</ActionForm>
		</Card>
	);
}
