import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { PasswordField, TextArea, TextField } from "../../ui/field.tsx";
import { Sample, Section } from "./section.tsx";

const words = uiKit.fields;
const EMAIL = "anna@pochta.ru";

export function Fields() {
	return (
		<Section title={words.title}>
			<Card as="div" className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
				<Sample name={words.rest}>
					<TextField name="rest" type="email" label={words.email} autoComplete="off" />
				</Sample>
				<Sample name={words.filled}>
					<TextField
						name="filled"
						type="email"
						label={words.email}
						help={words.emailHelp}
						defaultValue={EMAIL}
						autoComplete="off"
					/>
				</Sample>
				<Sample name={words.wrong}>
					<TextField
						name="wrong"
						type="email"
						label={words.email}
						error={words.emailError}
						defaultValue="anna@pochta"
						autoComplete="off"
					/>
				</Sample>
				<Sample name={words.password}>
					<PasswordField name="password" label={words.newPassword} autoComplete="new-password" strength />
				</Sample>
				<Sample name={words.withIcon}>
					<TextField name="search" type="search" label={words.search} icon="magnify" />
				</Sample>
				<Sample name={words.disabled}>
					<TextField name="disabled" label={words.email} defaultValue={EMAIL} disabled />
				</Sample>
				<Sample name={words.area}>
					<TextArea name="area" label={words.whatIsWrong} help={words.optional} defaultValue={words.answer} />
				</Sample>
			</Card>
		</Section>
	);
}
