import { uiKit } from "../../i18n/ru/ui-kit.ts";
import type { IconName } from "../../icons/icon.tsx";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Section } from "./section.tsx";

const words = uiKit.buttons;

type Row = { name: string; variant: ButtonLook["variant"]; label: string; pending: string; icon?: IconName };

const ROWS: Row[] = [
	{ name: words.primary, variant: "primary", label: words.save, pending: words.saving },
	{ name: words.gray, variant: "gray", label: words.save, pending: words.saving },
	{ name: words.tonal, variant: "tonal", label: words.save, pending: words.saving },
	{ name: words.outline, variant: "outline", label: words.save, pending: words.saving },
	{ name: words.text, variant: "text", label: words.save, pending: words.saving },
	{ name: words.ghost, variant: "ghost", label: words.save, pending: words.saving },
	{
		name: words.error,
		variant: "error",
		label: words.remove,
		pending: words.removing,
		icon: "trash-can-outline",
	},
	{ name: words.errorText, variant: "error-text", label: words.remove, pending: words.removing },
];

export function Buttons() {
	return (
		<Section title={words.title} lead={words.lead}>
			<Card as="div">
				<div className="overflow-x-auto">
					<table className="w-full max-w-3xl text-left text-ui">
						<thead className="text-caption text-text-3">
							<tr>
								<td />
								<th className="pb-2 font-medium">{words.rest}</th>
								<th className="pb-2 font-medium">{words.pending}</th>
								<th className="pb-2 font-medium">{words.disabled}</th>
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
						{words.newChat}
					</Button>
					<Button type="button" variant="primary" size="lg">
						{words.large}
					</Button>
					<Button type="button" size="sm">
						{words.small}
					</Button>
					<IconButton icon="content-copy" label={words.copy} />
					<IconButton icon="pencil-outline" label={words.edit} size="sm" />
					<IconButton icon="thumb-up" label={words.good} pressed />
					<IconButton icon="chevron-right" label={words.next} disabled />
					<a className="link" href="#main">
						{words.link}
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
