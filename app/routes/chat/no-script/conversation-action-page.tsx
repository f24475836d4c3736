import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import {
	InstructionField,
	RateFields,
	TitleField,
} from "../../../layouts/chat/conversation-actions/action-fields.tsx";
import { type OpenConversation, useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { Button, buttonClass, LinkButton } from "../../../ui/button.tsx";
import type { ActionPageName, LoadedChat } from "../load/load-chat.server.ts";
import { GrantsPage } from "./grants-page.tsx";

export type ActionPageProps = {
	page: Exclude<ActionPageName, "edit" | "select">;
	conversation: OpenConversation;
	/** The answer that is rated. */
	message: string | null;
	/** The grants of tools; null on the other pages. */
	grants: LoadedChat["grants"];
};

/** A conversation action on a page of its own: the counterpart of dialogs and menus without script. */
export default function ConversationActionPage(props: ActionPageProps) {
	const { t } = useTranslation("chat");
	const { conversation, message } = props;
	const { id, title, instruction } = conversation;
	switch (props.page) {
		case "menu":
			return <ActionMenu {...conversation} />;
		case "rename":
			return (
				<ActionForm {...{ id }} intent="rename" heading={t("action.rename")} submitLabel={t("save")}>
					<TitleField title={title} />
				</ActionForm>
			);
		case "delete":
			return (
				<ActionForm
					{...{ id }}
					intent="delete"
					heading={t("deleting.title")}
					submitLabel={t("deleting.submit")}
					danger
				>
					<p>{t("deleting.text", { title })}</p>
				</ActionForm>
			);
		case "instruct":
			return (
				<ActionForm {...{ id }} intent="instruct" heading={t("action.instruct")} submitLabel={t("save")}>
					<InstructionField instruction={instruction} />
				</ActionForm>
			);
		case "grants":
			return (
				<Sheet heading={t("action.grants")}>
					<GrantsPage conversationId={id} grants={props.grants ?? []} />
					<LinkButton className="mt-4" variant="text" icon="arrow-left" to={`/chat?c=${id}`}>
						{t("backToChat")}
					</LinkButton>
				</Sheet>
			);
		case "rate":
			return (
				<ActionForm {...{ id, message }} intent="rate" heading={t("rating.title")} submitLabel={t("send")}>
					<input type="hidden" name="answerId" value={message ?? ""} />
					<input type="hidden" name="rating" value="down" />
					<RateFields />
				</ActionForm>
			);
	}
}

type FormProps = {
	id: string;
	/** The answer that the action concerns. */
	message?: string | null;
	intent: string;
	heading: string;
	submitLabel: string;
	danger?: boolean;
	children: ReactNode;
};

function ActionForm({ id, message, intent, heading, submitLabel, danger, children }: FormProps) {
	const { t } = useTranslation("chat");
	// The page's own address: a lost form stays with its input.
	const here = `/chat?c=${id}&do=${intent}${message ? `&m=${message}` : ""}`;
	return (
		<Sheet heading={heading}>
			<Form method="post" action={here} className="space-y-4">
				<input type="hidden" name="intent" value={intent} />
				<input type="hidden" name="conversationId" value={id} />
				{children}
				<div className="dialog-actions">
					<Link className={buttonClass({ variant: "ghost" })} to={`/chat?c=${id}`}>
						{t("cancel")}
					</Link>
					<Button type="submit" variant={danger ? "error-text" : "primary"}>
						{submitLabel}
					</Button>
				</div>
			</Form>
		</Sheet>
	);
}

function ActionMenu({ id, pinned, archived }: OpenConversation) {
	const { t } = useTranslation("chat");
	const { tools } = useFrame();
	const here = `/chat?c=${id}`;
	const file = `/chat/export?c=${id}`;
	return (
		<Sheet heading={t("actions")}>
			<ul className="menu menu-sheet">
				<ActionLink to={`${here}&do=rename`} icon="pencil-outline" text={t("action.rename")} />
				<Toggle
					{...{ id }}
					intent="pin"
					name="pinned"
					on={pinned}
					icon={pinned ? "pin" : "pin-outline"}
					text={pinned ? t("action.unpin") : t("action.pin")}
				/>
				<ActionLink to={`${here}&do=instruct`} icon="head-lightbulb-outline" text={t("action.instruct")} />
				<Toggle
					{...{ id }}
					intent="archive"
					name="archived"
					on={archived}
					icon="archive-outline"
					text={archived ? t("action.unarchive") : t("action.archive")}
				/>
				{tools.length > 0 ? (
					<ActionLink to={`${here}&do=grants`} icon="shield-lock-outline" text={t("action.grants")} />
				) : null}
				<ActionLink to={`${file}&format=md`} icon="tray-arrow-down" text={t("action.export")} />
				<ActionLink to={`${file}&format=json`} icon="tray-arrow-down" text={t("action.exportJson")} />
				<ActionLink to={`/chat/show?c=${id}`} icon="eye-outline" text={t("action.show")} />
				<li>
					<hr className="menu-sep" />
				</li>
				<ActionLink to={`${here}&do=delete`} icon="trash-can-outline" text={t("action.delete")} danger />
			</ul>
			<LinkButton className="mt-4" variant="text" icon="arrow-left" to={here}>
				{t("backToChat")}
			</LinkButton>
		</Sheet>
	);
}

type ItemProps = { icon: IconName; text: string; danger?: boolean };

/** A full page load: two of the links download files. */
const ActionLink = ({ to, icon, text, danger }: ItemProps & { to: string }) => (
	<li>
		<a className={danger ? "menu-item menu-item-error" : "menu-item"} href={to}>
			<Icon name={icon} />
			{text}
		</a>
	</li>
);

type ToggleProps = ItemProps & { id: string; intent: "pin" | "archive"; name: string; on: boolean };

const Toggle = ({ id, intent, name, on, icon, text }: ToggleProps) => (
	<li>
		<Form method="post" action="/chat">
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="conversationId" value={id} />
			<input type="hidden" name={name} value={on ? "0" : "1"} />
			<button type="submit" className="menu-item">
				<Icon name={icon} />
				{text}
			</button>
		</Form>
	</li>
);

const Sheet = ({ heading, children }: { heading: string; children: ReactNode }) => (
	<div className="chat-scroll" tabIndex={-1}>
		<section className="mx-auto w-full max-w-xl px-6 py-8 max-md:px-4">
			<h2 className="mb-4 text-h3 wrap-anywhere">{heading}</h2>
			{children}
		</section>
	</div>
);
