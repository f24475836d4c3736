import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Section } from "./section.tsx";

const texts = uiKit.colors;

// Written out, since the stylesheet contains only the classes that Tailwind finds in the source.
const ROLES = [
	["primary", "bg-primary text-on-primary", "text-primary-text", "bg-primary-soft text-on-primary-soft"],
	[
		"secondary",
		"bg-secondary text-on-secondary",
		"text-secondary-text",
		"bg-secondary-soft text-on-secondary-soft",
	],
	[
		"tertiary",
		"bg-tertiary text-on-tertiary",
		"text-tertiary-text",
		"bg-tertiary-soft text-on-tertiary-soft",
	],
	["info", "bg-info text-on-info", "text-info-text", "bg-info-soft text-on-info-soft"],
	["success", "bg-success text-on-success", "text-success-text", "bg-success-soft text-on-success-soft"],
	["warning", "bg-warning text-on-warning", "text-warning-text", "bg-warning-soft text-on-warning-soft"],
	["error", "bg-error text-on-error", "text-error-text", "bg-error-soft text-on-error-soft"],
] as const;

const SURFACES = [
	["background", "bg-background text-text"],
	["surface", "bg-surface text-text"],
	["surface-2", "bg-surface-2 text-text-2"],
	["surface-3", "bg-surface-3 text-text"],
	["surface-4", "bg-surface-4 text-text"],
	["inverse", "bg-inverse text-on-inverse"],
	["bubble", "bg-bubble text-on-bubble"],
] as const;

export function Colors() {
	return (
		<Section title={texts.title} lead={texts.lead}>
			<ul className="grid grid-cols-2 gap-4 lg:grid-cols-4 max-sm:grid-cols-1">
				{ROLES.map(([role, fill, text, soft]) => (
					<li key={role} className="card overflow-hidden">
						<p className={`flex h-24 items-end p-4 font-semibold text-ui ${fill}`}>{texts[role][0]}</p>
						<p className="grid grid-cols-2 font-medium text-small">
							<span className={`px-4 py-2.5 ${text}`}>{texts.text}</span>
							<span className={`px-4 py-2.5 ${soft}`}>{texts.container}</span>
						</p>
						<p className="px-4 pt-2 pb-3 text-small text-text-3">{texts[role][1]}</p>
					</li>
				))}
				<li className="card flex flex-col overflow-hidden">
					{SURFACES.map(([role, className]) => (
						<p key={role} className={`flex flex-1 items-center px-4 py-1 text-small ${className}`}>
							{role}
						</p>
					))}
				</li>
			</ul>
		</Section>
	);
}
