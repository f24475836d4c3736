import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";
import { RetryForm } from "./retry-form.tsx";

/** Empty: as it was. */
const MANNERS = [
	["", "refresh"],
	["shorter", "text-short"],
	["simpler", "lightbulb-on-outline"],
] as const;

type Props = { answer: ShownAnswer; attemptId: string };

/**
 * How an answer may be created anew: forms in a popover, so that it works without script too. With script they are
 * there once it is opened: a page has many answers.
 */
export function RegenerateMenu({ answer, attemptId }: Props) {
	const { t } = useTranslation("chat");
	const { models } = useFrame();
	const id = `again-${answer.id}`;
	const scripted = useScripted();
	const [opened, setOpened] = useState(false);
	const box = useRef<HTMLDivElement>(null);
	// A popover opens without script: also before this one runs.
	useEffect(() => setOpened((before) => before || (box.current?.matches(":popover-open") ?? false)), []);
	const others = models.filter((model) => model.id !== answer.model);
	const of = { answerId: answer.id, attemptId };
	return (
		<>
			<IconButton size="sm" iconSize="sm" icon="refresh" label={t("regenerate")} popoverTarget={id} />
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in its own way, and its legend is not hidden by all browsers */}
			<div
				ref={box}
				id={id}
				popover="auto"
				role="group"
				aria-label={t("regenerate")}
				className="menu msg-menu"
				data-shortcut="regenerate"
				onBeforeToggle={({ newState }) => {
					if (newState === "open") flushSync(() => setOpened(true));
				}}
				onToggle={({ newState, currentTarget }) => {
					if (newState === "open") {
						keepInside(currentTarget);
						currentTarget.querySelector("button")?.focus();
					} else currentTarget.style.cssText = "";
				}}
			>
				{scripted && !opened ? null : (
					<>
						{MANNERS.map(([manner, icon]) => (
							<Choice
								key={icon}
								{...of}
								name="manner"
								value={manner}
								icon={icon}
								text={t(`again.${manner || "same"}`)}
							/>
						))}
						{others.length > 0 ? (
							<>
								<div className="menu-sep" />
								<div className="menu-note">{t("again.otherModel")}</div>
								{others.map((model) => (
									<Choice
										key={model.id}
										{...of}
										name="model"
										value={model.id}
										icon="star-four-points-outline"
										text={model.crossBorder ? t("crossBorderModel", { title: model.title }) : model.title}
									/>
								))}
							</>
						) : null}
					</>
				)}
			</div>
		</>
	);
}

/** WebKit leaves a part of a popover outside the window where the page itself is scrolled, as on a low screen. */
function keepInside(box: HTMLElement) {
	const { top, bottom } = box.getBoundingClientRect();
	const button = box.previousElementSibling?.getBoundingClientRect();
	if (!button || (top >= 0 && bottom <= innerHeight)) return;
	const edge = 8;
	const above = button.top - box.offsetHeight - edge;
	const below = Math.min(button.bottom + edge, innerHeight - box.offsetHeight - edge);
	box.style.setProperty("position-area", "none");
	box.style.inset = `${Math.max(edge, above >= edge ? above : below)}px auto auto ${button.left}px`;
	box.style.margin = "0";
}

type ChoiceProps = {
	answerId: string;
	attemptId: string;
	name: "manner" | "model";
	value: string;
	icon: IconName;
	text: string;
};

/** A form for each, because a text browser shows the value of a button, and sends another for an empty one. */
const Choice = ({ answerId, attemptId, name, value, icon, text }: ChoiceProps) => (
	<RetryForm intent="regenerate" answerId={answerId} attemptId={attemptId}>
		{(sending) => (
			<>
				<input type="hidden" name={name} value={value} />
				<button
					type="submit"
					className="menu-item"
					aria-disabled={sending || undefined}
					onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
				>
					<Icon name={icon} />
					{text}
				</button>
			</>
		)}
	</RetryForm>
);
