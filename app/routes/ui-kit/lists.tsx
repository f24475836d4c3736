import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Autocomplete } from "../../ui/autocomplete.tsx";
import { Card } from "../../ui/card.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Listbox } from "../../ui/listbox.tsx";
import { Select } from "../../ui/select.tsx";
import { Sample, Section } from "./section.tsx";

const texts = uiKit.lists;
const PLANS = texts.plans.map(([value, label, description]) => ({ value, label, description }));
const CITIES = texts.cities.map((city) => ({ value: city, label: city }));

export function Lists() {
	return (
		<Section title={texts.title} lead={texts.lead}>
			<Card as="div">
				<form className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
					<Sample name={texts.native}>
						<Select name="choice" label={texts.theme}>
							{texts.themes.map((theme) => (
								<option key={theme}>{theme}</option>
							))}
						</Select>
					</Sample>
					<Sample name={texts.listbox}>
						<Listbox name="plan" label={texts.plan} options={PLANS} defaultValue="plus" />
					</Sample>
					<Sample name={texts.autocomplete}>
						<Autocomplete name="city" label={texts.city} help={texts.cityHelp} options={CITIES} />
					</Sample>
					<Sample name={texts.combobox}>
						<Combobox name="topic" label={texts.topic} help={texts.topicHelp} suggestions={texts.topics} />
					</Sample>
					<Sample name={texts.wrong}>
						<Autocomplete name="wrong-city" label={texts.city} error={texts.cityError} options={CITIES} />
					</Sample>
					<Sample name={texts.disabled}>
						<Listbox name="no-plan" label={texts.plan} options={PLANS} disabled />
					</Sample>
				</form>
			</Card>
		</Section>
	);
}
