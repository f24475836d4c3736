import { useState } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { Section } from "./section.tsx";

const texts = uiKit.choices;
const TONES = Object.keys(texts.chips) as ChipTone[];

export function Choices() {
	const [all, setAll] = useState(true);
	return (
		<Section title={texts.title}>
			<div className="grid gap-4 lg:grid-cols-2">
				<Card as="div" className="grid content-start gap-x-6 sm:grid-cols-2">
					<Checkbox name="off">{texts.off}</Checkbox>
					<Checkbox name="on" defaultChecked>
						{texts.on}
					</Checkbox>
					<Checkbox name="off-disabled" disabled>
						{texts.disabled}
					</Checkbox>
					<Checkbox name="on-disabled" disabled defaultChecked>
						{texts.disabledOn}
					</Checkbox>
					<Checkbox name="wrong-choice" error={texts.error}>
						{texts.wrong}
					</Checkbox>
				</Card>
				<Card as="div">
					<div className="flex flex-wrap gap-2">
						{TONES.map((tone) => (
							<Chip key={tone} tone={tone} icon={tone === "primary" ? "check" : undefined}>
								{texts.chips[tone]}
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
							{texts.all} <span className="chip-count">13</span>
						</button>
						<button
							type="button"
							className="chip chip-filter"
							aria-pressed={!all}
							onClick={() => setAll(false)}
						>
							{texts.payment} <span className="chip-count">3</span>
						</button>
					</div>
				</Card>
			</div>
		</Section>
	);
}
