import { uiKit } from "../../i18n/ru/ui-kit.ts";
import type { IconName } from "../../icons/icon.tsx";
import { Button, type ButtonVariants } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Section } from "./section.tsx";

const texts = uiKit.buttons;

type Row = {
	name: string;
	variant: ButtonVariants["variant"];
	label: string;
	pending: string;
	icon?: IconName;
};

const ROWS: Row[] = [
	{ name: texts.primary, variant: "primary", label: texts.save, pending: texts.saving },
	{ name: texts.gray, variant: "gray", label: texts.save, pending: texts.saving },
	{ name: texts.tonal, variant: "tonal", label: texts.save, pending: texts.saving },
	{ name: texts.outline, variant: "outline", label: texts.save, pending: texts.saving },
	{ name: texts.text, variant: "text", label: texts.save, pending: texts.saving },
	{ name: texts.ghost, variant: "ghost", label: texts.save, pending: texts.saving },
	{
		name: texts.error,
		variant: "error",
		label: texts.remove,
		pending: texts.removing,
		icon: "trash-can-outline",
	},
	{ name: texts.errorText, variant: "error-text", label: texts.remove, pending: texts.removing },
];

export function Buttons() {
	return (
		<Section title={texts.title} lead={texts.lead}>
			<Card as="div">
				<div className="overflow-x-auto">
					<table className="w-full max-w-3xl text-left text-ui">
						<thead className="text-caption text-text-3">
							<tr>
								<td />
								<th className="pb-2 font-medium">{texts.rest}</th>
								<th className="pb-2 font-medium">{texts.pending}</th>
								<th className="pb-2 font-medium">{texts.disabled}</th>
							</tr>
						</thead>
						<tbody>
							{ROWS.map((row) => (
								<ButtonRow key={row.variant} {...row} />
							))}
						</tbody>
					</table>
				</div>
				<div className="mt-6 flex flex-wrap items-center gap-3 border-outline-soft border-t pt-5">
					<Button type="button" variant="primary" icon="plus">
						{texts.newChat}
					</Button>
					<Button type="button" variant="primary" size="lg">
						{texts.large}
					</Button>
					<Button type="button" size="sm">
						{texts.small}
					</Button>
					<IconButton icon="content-copy" label={texts.copy} />
					<IconButton icon="pencil-outline" label={texts.edit} size="sm" />
					<IconButton icon="thumb-up" label={texts.good} pressed />
					<IconButton icon="chevron-right" label={texts.next} disabled />
					<a className="link" href="#main">
						{texts.link}
					</a>
				</div>
			</Card>
		</Section>
	);
}

function ButtonRow({ name, variant, label, pending, icon }: Row) {
	return (
		<tr>
			<th className="py-2 pr-4 font-normal text-text-2">{name}</th>
			<td className="py-2 pr-4">
				<Button type="button" variant={variant} icon={icon}>
					{label}
				</Button>
			</td>
			<td className="py-2 pr-4">
				<Button type="button" variant={variant} icon={icon} pending pendingLabel={pending}>
					{label}
				</Button>
			</td>
			<td className="py-2">
				<Button type="button" variant={variant} icon={icon} disabled>
					{label}
				</Button>
			</td>
		</tr>
	);
}
