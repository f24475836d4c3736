import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useScripted } from "./use-scripted.ts";

export type Tab = { key: string; title: string; content: ReactNode };

/**
 * Tabs, chosen by arrows, Home and End or a press. For hydrated pages: without script all panels are shown below each
 * other with their headings.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
	const id = useId();
	const scripted = useScripted();
	const [chosen, setChosen] = useState(0);
	const list = useRef<HTMLDivElement>(null);

	const walk = (event: KeyboardEvent) => {
		const to = stepTo(event.key, chosen, tabs.length);
		if (to === undefined) return;
		event.preventDefault();
		setChosen(to);
		list.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[to]?.focus();
	};

	return (
		<div>
			<div ref={list} className="tab-list script-only" role="tablist" aria-label={label}>
				{tabs.map(({ key, title }, i) => (
					<button
						key={key}
						type="button"
						role="tab"
						className="tab"
						id={`${id}-${key}-tab`}
						aria-selected={i === chosen}
						aria-controls={`${id}-${key}`}
						tabIndex={i === chosen ? 0 : -1}
						onClick={() => setChosen(i)}
						onKeyDown={walk}
					>
						{title}
					</button>
				))}
			</div>
			{tabs.map(({ key, title, content }, i) => (
				<div
					key={key}
					id={`${id}-${key}`}
					className="tab-panel"
					data-chosen={i === chosen || undefined}
					{...(scripted && panel(`${id}-${key}-tab`, i === chosen))}
				>
					{!scripted && <h3 className="tab-heading">{title}</h3>}
					{content}
				</div>
			))}
		</div>
	);
}

const panel = (tab: string, chosen: boolean) => ({
	role: "tabpanel",
	"aria-labelledby": tab,
	tabIndex: 0,
	hidden: !chosen,
});

function stepTo(key: string, from: number, count: number): number | undefined {
	if (key === "ArrowRight") return (from + 1) % count;
	if (key === "ArrowLeft") return (from + count - 1) % count;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	return undefined;
}
