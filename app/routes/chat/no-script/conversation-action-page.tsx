import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { MAX_INSTRUCTION_LENGTH } from "../../../chat/text-lengths.ts";
import { RateFields, TitleField } from "../../../layouts/chat/conversation-actions/action-fields.tsx";
import type { OpenConversation } from "../../../layouts/chat/load/use-frame.ts";
import { Button, buttonClass, LinkButton } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import type { ActionPageName } from "../load/load-chat.server.ts";

type Props = {
	page: Exclude<ActionPageName, "edit">;
	conversation: OpenConversation;
	/** The answer that is rated. */
	message: string | null;
};

/** A conversation action on a page of its own: the counterpart of dialogs and menus without script. */
export function ConversationActionPage(props: Props) {
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
					<TextArea
						name="instruction"
						label={t("instruction.label")}
						help={t("instruction.help")}
						defaultValue={instruction}
						rows={6}
						maxLength={MAX_INSTRUCTION_LENGTH}
					/>
				</ActionForm>
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
	const here = `/chat?c=${id}`;
	return (
		<Sheet heading={t("actions")}>
			<ul className="space-y-2">
				<ActionLink to={`${here}&do=rename`} text={t("action.rename")} />
				<Toggle
					{...{ id }}
					intent="pin"
					name="pinned"
					on={pinned}
					text={pinned ? t("action.unpin") : t("action.pin")}
				/>
				<ActionLink to={`${here}&do=instruct`} text={t("action.instruct")} />
				<Toggle
					{...{ id }}
					intent="archive"
					name="archived"
					on={archived}
					text={archived ? t("action.unarchive") : t("action.archive")}
				/>
				<ActionLink to={`/chat/export?c=${id}&format=md`} text={t("action.export")} />
				<ActionLink to={`/chat/export?c=${id}&format=json`} text={t("action.exportJson")} />
				<ActionLink to={`${here}&do=delete`} text={t("action.delete")} />
				<ActionLink to={here} text={t("backToChat")} />
			</ul>
		</Sheet>
	);
}

/** A full page load: two of the links download files. */
const ActionLink = ({ to, text }: { to: string; text: string }) => (
	<li>
		<LinkButton block to={to}>
			{text}
		</LinkButton>
	</li>
);

type ToggleProps = { id: string; intent: "pin" | "archive"; name: string; on: boolean; text: string };

const Toggle = ({ id, intent, name, on, text }: ToggleProps) => (
	<li>
		<Form method="post" action="/chat">
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="conversationId" value={id} />
			<input type="hidden" name={name} value={on ? "0" : "1"} />
			<Button block type="submit">
				{text}
			</Button>
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
