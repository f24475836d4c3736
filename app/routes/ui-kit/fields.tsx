import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { PasswordField, TextArea, TextField } from "../../ui/field.tsx";
import { Sample, Section } from "./section.tsx";

const texts = uiKit.fields;
const EMAIL = "anna@pochta.ru";

export function Fields() {
	return (
		<Section title={texts.title}>
			<Card as="div" className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
				<Sample name={texts.rest}>
					<TextField name="rest" type="email" label={texts.email} autoComplete="off" />
				</Sample>
				<Sample name={texts.filled}>
					<TextField
						name="filled"
						type="email"
						label={texts.email}
						help={texts.emailHelp}
						defaultValue={EMAIL}
						autoComplete="off"
					/>
				</Sample>
				<Sample name={texts.wrong}>
					<TextField
						name="wrong"
						type="email"
						label={texts.email}
						error={texts.emailError}
						defaultValue="anna@pochta"
						autoComplete="off"
					/>
				</Sample>
				<Sample name={texts.password}>
					<PasswordField name="password" label={texts.newPassword} autoComplete="new-password" strength />
				</Sample>
				<Sample name={texts.withIcon}>
					<TextField name="search" type="search" label={texts.search} icon="magnify" />
				</Sample>
				<Sample name={texts.disabled}>
					<TextField name="disabled" label={texts.email} defaultValue={EMAIL} disabled />
				</Sample>
				<Sample name={texts.area}>
					<TextArea name="area" label={texts.whatIsWrong} help={texts.optional} defaultValue={texts.answer} />
				</Sample>
			</Card>
		</Section>
	);
}
