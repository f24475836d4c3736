import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { AccordionItem } from "../../ui/accordion.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { Section } from "./section.tsx";

const words = uiKit.parts;
const TABS = words.tabs.map(([key, title, content]) => ({ key, title, content: <p>{content}</p> }));

export function Parts() {
	return (
		<Section title={words.title} lead={words.lead}>
			<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
				<Card as="div">
					<Switch name="letters" defaultChecked help={words.lettersHelp}>
						{words.letters}
					</Switch>
					<Switch name="sound">{words.sound}</Switch>
					<Switch name="sound-disabled" disabled>
						{words.disabled}
					</Switch>
					<div className="mt-4 flex gap-2">
						<Tooltip text={words.stopHelp} align="start">
							<IconButton icon="stop" label={words.stop} />
						</Tooltip>
						<Tooltip text={words.againHelp}>
							<IconButton icon="refresh" label={words.again} />
						</Tooltip>
					</div>
				</Card>
				<Card as="div" padding="none" className="overflow-hidden">
					{words.questions.map(([title, answer], i) => (
						<AccordionItem key={title} name="kit" title={title} open={i === 0}>
							{answer}
						</AccordionItem>
					))}
				</Card>
				<Card as="div" className="pt-3! lg:col-span-2">
					<Tabs label={words.tabsOf} tabs={TABS} />
				</Card>
			</div>
		</Section>
	);
}
