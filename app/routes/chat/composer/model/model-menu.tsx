import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import type { ModelChoice } from "./model-choice.ts";

type Props = {
	models: ModelChoice[];
	chosen: ModelChoice;
	/** There are tools, and a model that uses them. */
	hasTools: boolean;
	onChoose: (id: string) => void;
};

/**
 * The menu of models above the composer: a name, a description, and what sets a model apart. With script only; its
 * items are rendered when it opens, since a text browser would show them.
 */
export function ModelMenu({ models, chosen, hasTools, onChoose }: Props) {
	const { t } = useTranslation("chat");
	const id = useId();
	const box = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const [open, setOpen] = useState(false);
	// A popover opens without script: also before this one runs.
	useEffect(() => setOpen(box.current?.matches(":popover-open") ?? false), []);
	useEffect(() => {
		if (!open || !box.current || !button.current) return;
		place(box.current, button.current);
		box.current.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
	}, [open]);
	const choose = (modelId: string) => {
		onChoose(modelId);
		box.current?.hidePopover();
		button.current?.focus();
	};
	return (
		<>
			<button
				ref={button}
				type="button"
				className="composer-pill composer-model script-only"
				popoverTarget={id}
				aria-haspopup="menu"
				aria-expanded={open}
				aria-label={t("modelNow", { title: chosen.title })}
			>
				<Icon name="star-four-points-outline" />
				<span className="mx-1">{chosen.title}</span>
				<Icon name="chevron-down" />
			</button>
			<div
				ref={box}
				id={id}
				popover="auto"
				role="menu"
				aria-label={t("model")}
				tabIndex={-1}
				className="menu menu-placed model-menu"
				onToggle={(event) => setOpen(event.newState === "open")}
				onKeyDown={moveByArrow}
			>
				{open
					? models.map((model) => (
							<Item
								key={model.id}
								model={model}
								isBlind={!model.sees && models.some(({ sees }) => sees)}
								isWithoutTools={hasTools && !model.tools}
								isChosen={model.id === chosen.id}
								onChoose={choose}
							/>
						))
					: null}
			</div>
		</>
	);
}

type ItemProps = {
	model: ModelChoice;
	/** Other models accept pictures; this one does not. */
	isBlind: boolean;
	/** Other models use tools; this one does not. */
	isWithoutTools: boolean;
	isChosen: boolean;
	onChoose: (id: string) => void;
};

function Item({
	model: { id, title, description, crossBorder, sees },
	isBlind,
	isWithoutTools,
	isChosen,
	onChoose,
}: ItemProps) {
	const { t } = useTranslation("chat");
	const { t: tf } = useTranslation("files");
	const { t: ts } = useTranslation("steps");
	return (
		<button
			type="button"
			role="menuitemradio"
			aria-checked={isChosen}
			className="menu-item"
			onClick={() => onChoose(id)}
		>
			<span className="model-words">
				<b>{title}</b> {description ? <span className="model-note">{description}</span> : null}{" "}
				{sees ? <span className="model-note">{tf("picture.sees")}</span> : null}{" "}
				{isBlind ? <span className="model-note">{tf("picture.blind")}</span> : null}{" "}
				{isWithoutTools ? <span className="model-note">{ts("switch.none")}</span> : null}{" "}
				{crossBorder ? <span className="model-note">{t("crossBorderMark")}</span> : null}
			</span>
			{isChosen ? <Icon name="check-bold" /> : null}
		</button>
	);
}

/** Above the field, from the left edge of the button, not beyond the right edge of the field. */
function place(box: HTMLElement, button: HTMLElement) {
	const edge = 8;
	const { left } = button.getBoundingClientRect();
	const { top, right } = (button.closest(".composer") ?? button).getBoundingClientRect();
	box.style.left = `${Math.max(edge, Math.min(left, right - box.offsetWidth))}px`;
	box.style.top = `${Math.max(edge, top - box.offsetHeight - edge)}px`;
}

function moveByArrow(event: KeyboardEvent<HTMLElement>) {
	const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".menu-item")];
	const at = items.indexOf(document.activeElement as HTMLElement);
	const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at < 1 ? -1 : at - 1, Home: 0, End: -1 }[
		event.key
	];
	if (to === undefined) return;
	event.preventDefault();
	items.at(to)?.focus();
}
