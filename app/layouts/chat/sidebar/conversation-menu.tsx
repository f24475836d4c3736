import { type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { isPlainClick } from "../../../ui/follow.ts";
import { IconLink } from "../../../ui/icon-button.tsx";
import { type Subject, useConversationActions } from "../conversation-actions/use-conversation-actions.ts";

type Opened = { subject: Subject; button: HTMLElement };

/**
 * One menu for many conversations, so that each costs only one button. It is a popover, because on a phone it is
 * inside the drawer, which is one itself; without script it is a link to the no-script action page.
 * @returns the button for a conversation, and the menu, which must be inside the same popover as the buttons
 */
export function useConversationMenu() {
	const { t } = useTranslation("chat");
	const [opened, setOpened] = useState<Opened | null>(null);
	const box = useRef<HTMLDivElement>(null);
	/** A press on the button of the open menu closes it before the click event, which must not open it again. */
	const closing = useRef(false);
	useEffect(() => {
		if (!opened || !box.current) return;
		box.current.showPopover();
		moveTo(box.current, opened.button.getBoundingClientRect());
		box.current.querySelector<HTMLElement>(".menu-item")?.focus();
	}, [opened]);
	const id = useId();
	const press = (subject: Subject) => (event: MouseEvent<HTMLElement>) => {
		if (!isPlainClick(event)) return;
		event.preventDefault();
		if (!closing.current) setOpened({ subject, button: event.currentTarget });
		closing.current = false;
	};
	const menu = (
		<div
			ref={box}
			id={id}
			popover="auto"
			role="menu"
			aria-label={t("actions")}
			tabIndex={-1}
			className="menu menu-placed"
			onToggle={(event) => {
				if (event.newState === "closed") setOpened(null);
			}}
			onKeyDown={(event) => moveByArrow(event.nativeEvent, event.currentTarget)}
			onClick={(event) => event.currentTarget.hidePopover()}
		>
			{opened ? <Items {...opened.subject} /> : null}
		</div>
	);
	const button = (subject: Subject, label: string) => (
		<IconLink
			icon="dots-vertical"
			label={label}
			text={t("actionsShort")}
			to={`/chat?c=${subject.id}&do=menu`}
			role="button"
			aria-haspopup="menu"
			aria-expanded={opened?.subject.id === subject.id}
			onPointerDown={() => {
				closing.current = opened?.subject.id === subject.id;
			}}
			onClick={press(subject)}
			onKeyDown={(event) => {
				// Its role is button, and a native link handles only Enter.
				if (event.key !== " ") return;
				event.preventDefault();
				event.currentTarget.click();
			}}
		/>
	);
	return { menu, button };
}

function moveTo(box: HTMLElement, { left, bottom }: DOMRect) {
	const edge = 8;
	box.style.left = `${Math.max(edge, Math.min(left - 4, innerWidth - box.offsetWidth - edge))}px`;
	box.style.top = `${Math.max(edge, Math.min(bottom + 4, innerHeight - box.offsetHeight - edge))}px`;
}

function moveByArrow(event: KeyboardEvent, box: HTMLElement) {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (!step) return;
	event.preventDefault();
	const items = [...box.querySelectorAll<HTMLElement>(".menu-item")];
	const at = items.indexOf(document.activeElement as HTMLElement);
	items.at((at + step + items.length) % items.length)?.focus();
}

function Items(subject: Subject) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	// Not by `useFrame()`, whose type is that of the frame which this menu is a part of.
	const hasTools = (useRouteLoaderData<{ tools: readonly unknown[] }>("layouts/chat")?.tools.length ?? 0) > 0;
	const { id, pinned, archived } = subject;
	return (
		<>
			<Item
				icon="pencil-outline"
				text={t("action.rename")}
				onClick={() => openDialog({ about: "rename", subject })}
			/>
			<Item
				icon={pinned ? "pin" : "pin-outline"}
				text={pinned ? t("action.unpin") : t("action.pin")}
				onClick={() => send({ intent: "pin", conversationId: id, pinned: pinned ? "0" : "1" })}
			/>
			<Item
				icon="head-lightbulb-outline"
				text={t("action.instruct")}
				onClick={() => openDialog({ about: "instruct", subject })}
			/>
			<Item
				icon="archive-outline"
				text={archived ? t("action.unarchive") : t("action.archive")}
				onClick={() => send({ intent: "archive", conversationId: id, archived: archived ? "0" : "1" })}
			/>
			{hasTools ? (
				<a className="menu-item" role="menuitem" href={`/chat?c=${id}&do=grants`}>
					<Icon name="shield-lock-outline" />
					{t("action.grants")}
				</a>
			) : null}
			<a className="menu-item" role="menuitem" href={`/chat/export?c=${id}&format=md`} download>
				<Icon name="tray-arrow-down" />
				{t("action.export")}
			</a>
			<a className="menu-item" role="menuitem" href={`/chat/export?c=${id}&format=json`} download>
				<Icon name="tray-arrow-down" />
				{t("action.exportJson")}
			</a>
			<a className="menu-item" role="menuitem" href={`/chat/show?c=${id}`}>
				<Icon name="eye-outline" />
				{t("action.show")}
			</a>
			<hr className="menu-sep" />
			<Item
				danger
				icon="trash-can-outline"
				text={t("action.delete")}
				onClick={() => openDialog({ about: "delete", subject })}
			/>
		</>
	);
}

type ItemProps = { icon: IconName; text: string; danger?: boolean; onClick: () => void };

const Item = ({ icon, text, danger, onClick }: ItemProps) => (
	<button
		type="button"
		role="menuitem"
		className={danger ? "menu-item menu-item-error" : "menu-item"}
		onClick={onClick}
	>
		<Icon name={icon} />
		{text}
	</button>
);
