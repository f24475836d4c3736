import { useState } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { Section } from "./section.tsx";

const words = uiKit.choices;
const TONES = Object.keys(words.chips) as ChipTone[];

export function Choices() {
	const [all, setAll] = useState(true);
	return (
		<Section title={words.title}>
			<div className="grid gap-4 lg:grid-cols-2">
				<Card as="div" className="grid content-start gap-x-6 sm:grid-cols-2">
					<Checkbox name="off">{words.off}</Checkbox>
					<Checkbox name="on" defaultChecked>
						{words.on}
					</Checkbox>
					<Checkbox name="off-disabled" disabled>
						{words.disabled}
					</Checkbox>
					<Checkbox name="on-disabled" disabled defaultChecked>
						{words.disabledOn}
					</Checkbox>
					<Checkbox name="wrong-choice" error={words.error}>
						{words.wrong}
					</Checkbox>
				</Card>
				<Card as="div">
					<div className="flex flex-wrap gap-2">
						{TONES.map((tone) => (
							<Chip key={tone} tone={tone} icon={tone === "primary" ? "check" : undefined}>
								{words.chips[tone]}
							</Chip>
						))}
					</div>
					<div className="mt-4 flex flex-wrap gap-2">
						<button
							type="button"
							className="chip chip-filter"
							aria-pressed={all}
							onClick={() => setAll(true)}
						>
							{words.all} <span className="chip-count">13</span>
						</button>
						<button
							type="button"
							className="chip chip-filter"
							aria-pressed={!all}
							onClick={() => setAll(false)}
						>
							{words.payment} <span className="chip-count">3</span>
						</button>
					</div>
				</Card>
			</div>
		</Section>
	);
}
