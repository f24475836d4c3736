import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { AccordionItem } from "../../ui/accordion.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { Section } from "./section.tsx";

const texts = uiKit.parts;
const TABS = texts.tabs.map(([key, title, content]) => ({ key, title, content: <p>{content}</p> }));

export function Parts() {
	return (
		<Section title={texts.title} lead={texts.lead}>
			<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
				<Card as="div">
					<Switch name="emails" defaultChecked help={texts.emailsHelp}>
						{texts.emails}
					</Switch>
					<Switch name="sound">{texts.sound}</Switch>
					<Switch name="sound-disabled" disabled>
						{texts.disabled}
					</Switch>
					<div className="mt-4 flex gap-2">
						<Tooltip text={texts.stopHelp} align="start">
							<IconButton icon="stop" label={texts.stop} />
						</Tooltip>
						<Tooltip text={texts.regenerateHelp}>
							<IconButton icon="refresh" label={texts.regenerate} />
						</Tooltip>
					</div>
				</Card>
				<Card as="div" padding="none" className="overflow-hidden">
					{texts.questions.map(([title, answer], i) => (
						<AccordionItem key={title} name="kit" title={title} open={i === 0}>
							{answer}
						</AccordionItem>
					))}
				</Card>
				<Card as="div" className="pt-3! lg:col-span-2">
					<Tabs label={texts.tabsOf} tabs={TABS} />
				</Card>
			</div>
		</Section>
	);
}
