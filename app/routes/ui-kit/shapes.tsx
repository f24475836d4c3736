import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Section } from "./section.tsx";

const texts = uiKit.shapes;

const RADII = [
	["xs", "rounded-xs", 6],
	["sm", "rounded-sm", 8],
	["md", "rounded-md", 12],
	["lg", "rounded-lg", 16],
	["xl", "rounded-xl", 24],
] as const;

const SHADOWS = [
	["e1", "shadow-e1"],
	["e2", "shadow-e2"],
	["e3", "shadow-e3"],
	["e4", "shadow-e4"],
] as const;

export function Shapes() {
	return (
		<Section title={texts.title}>
			<ul className="flex flex-wrap gap-5 max-sm:grid max-sm:grid-cols-2 max-sm:gap-4">
				{RADII.map(([name, className, size]) => (
					<li key={name} className="w-24 text-caption max-sm:w-auto text-text-2">
						<span className={`mb-2 block h-16 bg-primary-soft ${className}`} />
						<b className="font-semibold text-text">
							{name} {size}
						</b>
						<br />
						{texts[name]}
					</li>
				))}
				{SHADOWS.map(([name, className]) => (
					<li key={name} className="w-24 text-caption max-sm:w-auto text-text-2">
						<span className={`mb-2 block h-16 rounded-lg bg-surface ${className}`} />
						<b className="font-semibold text-text">{name}</b>
						<br />
						{texts[name]}
					</li>
				))}
			</ul>
		</Section>
	);
}
