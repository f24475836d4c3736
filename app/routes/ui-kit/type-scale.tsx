import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { Section } from "./section.tsx";

const { title, lead, samples } = uiKit.type;

const SIZES = [
	["display", "text-display max-md:text-h2", "56/60"],
	["h1", "text-h1 max-md:text-h2", "40/46"],
	["h2", "text-h2 max-md:text-h3", "32/40"],
	["h3", "text-h3", "26/32"],
	["title", "text-title", "22/28"],
	["subtitle", "text-subtitle", "18/26"],
	["lead", "text-lead", "19/30"],
	["body", "text-body", "16/26"],
	["ui", "text-ui", "15/22"],
	["small", "text-small", "14/20"],
	["caption", "text-caption", "13/18"],
	["code", "font-mono text-small", "14/20"],
] as const;

export function TypeScale() {
	return (
		<Section title={title} lead={lead}>
			<Card as="div">
				<ul className="divide-y divide-outline-softer">
					{SIZES.map(([name, className, size]) => (
						<li
							key={name}
							className="flex flex-wrap items-baseline justify-between gap-x-4 py-3 max-sm:grid max-sm:justify-start"
						>
							<span className={className}>{samples[name]}</span>
							<span className="num text-caption text-text-3">
								{name} · {size}
							</span>
						</li>
					))}
				</ul>
			</Card>
		</Section>
	);
}
