import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Autocomplete } from "../../ui/autocomplete.tsx";
import { Card } from "../../ui/card.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Listbox } from "../../ui/listbox.tsx";
import { Select } from "../../ui/select.tsx";
import { Sample, Section } from "./section.tsx";

const words = uiKit.lists;
const PLANS = words.plans.map(([value, label, description]) => ({ value, label, description }));
const CITIES = words.cities.map((city) => ({ value: city, label: city }));

export function Lists() {
	return (
		<Section title={words.title} lead={words.lead}>
			<Card as="div">
				<form className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
					<Sample name={words.native}>
						<Select name="choice" label={words.theme}>
							{words.themes.map((theme) => (
								<option key={theme}>{theme}</option>
							))}
						</Select>
					</Sample>
					<Sample name={words.listbox}>
						<Listbox name="plan" label={words.plan} options={PLANS} defaultValue="plus" />
					</Sample>
					<Sample name={words.autocomplete}>
						<Autocomplete name="city" label={words.city} help={words.cityHelp} options={CITIES} />
					</Sample>
					<Sample name={words.combobox}>
						<Combobox name="topic" label={words.topic} help={words.topicHelp} suggestions={words.topics} />
					</Sample>
					<Sample name={words.wrong}>
						<Autocomplete name="wrong-city" label={words.city} error={words.cityError} options={CITIES} />
					</Sample>
					<Sample name={words.disabled}>
						<Listbox name="no-plan" label={words.plan} options={PLANS} disabled />
					</Sample>
				</form>
			</Card>
		</Section>
	);
}
