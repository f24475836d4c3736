import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher, useRevalidator, useSearchParams } from "react-router";
import type { Done } from "../../../routes/chat/actions/conversation-actions.server.ts";
import type { loader as loadInstruction } from "../../../routes/chat/resources/instruction.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Shortcuts } from "../shortcuts-list.tsx";
import { InstructionField, RateFields, TitleField } from "./action-fields.tsx";
import { type OpenDialog, useConversationActions } from "./use-conversation-actions.ts";

/** The dialogs of the chat, loaded with the first one that opens. The content stays during the closing animation. */
export default function Dialogs({ dialog }: { dialog: OpenDialog | null }) {
	const [last, setLast] = useState(dialog);
	if (dialog && dialog !== last) setLast(dialog);
	const open = dialog !== null;
	switch (last?.about) {
		case "rename":
			return <Rename key={last.subject.id} open={open} {...last.subject} />;
		case "instruct":
			return <Instruct key={last.subject.id} open={open} id={last.subject.id} />;
		case "delete":
			return <Delete key={last.subject.id} open={open} {...last.subject} />;
		case "delete-several":
			return <DeleteSeveral key={last.ids.join()} open={open} ids={last.ids} />;
		case "rate":
			return <Rate key={last.answerId} open={open} answerId={last.answerId} />;
		case "shortcuts":
			return <ShortcutsDialog open={open} />;
		default:
			return null;
	}
}

type SubjectProps = { open: boolean; id: string; title: string };

function Rename({ open, id, title }: SubjectProps) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	const rename = (form: FormData) => {
		const name = String(form.get("title") ?? "").trim();
		if (name === "" || name === title) return openDialog(null);
		send({ intent: "rename", conversationId: id, title: name }, { fromDialog: true });
	};
	return (
		<FormDialog open={open} form="rename" title={t("action.rename")} submitLabel={t("save")} onSend={rename}>
			<TitleField title={title} />
		</FormDialog>
	);
}

/** The list of conversations does not carry their instructions: one is read, and then the dialog opens. */
function Instruct({ open, id }: { open: boolean; id: string }) {
	const { t } = useTranslation("chat");
	const { t: tHistory } = useTranslation("history");
	const { openDialog, send, showMessage } = useConversationActions();
	const { load, data } = useFetcher<typeof loadInstruction>();
	useEffect(() => {
		if (open) void load(`/chat/instruction?c=${id}`);
	}, [open, id, load]);
	const onGone = useEffectEvent(() => {
		if (!open) return;
		openDialog(null);
		showMessage(tHistory("done.gone", { count: 1 }));
	});
	useEffect(() => {
		if (data?.instruction === null) onGone();
	}, [data]);
	const instruct = (form: FormData) => {
		const instruction = String(form.get("instruction") ?? "");
		send({ intent: "instruct", conversationId: id, instruction }, { fromDialog: true });
	};
	return (
		<FormDialog
			open={open && typeof data?.instruction === "string"}
			form="instruct"
			title={t("action.instruct")}
			submitLabel={t("save")}
			onSend={instruct}
		>
			<InstructionField key={data?.instruction} instruction={data?.instruction ?? ""} />
		</FormDialog>
	);
}

function Delete({ open, id, title }: SubjectProps) {
	const { t } = useTranslation("chat");
	const { send } = useConversationActions();
	const [query] = useSearchParams();
	const { state } = useRevalidator();
	const [pressed, setPressed] = useState(false);
	const sendDelete = useEffectEvent(() => {
		setPressed(false);
		// The open conversation would be gone: loading it again would be a 404, so the server redirects.
		const fields = { intent: "delete", conversationId: id };
		if (query.get("c") !== id) return send(fields, { fromDialog: true });
		const leaves = { done: "deleted", ids: [id] } as const satisfies Done;
		send({ ...fields, leave: "1" }, { fromDialog: true, leaves });
	});
	// Waits for a running revalidation, which would request the conversation after its deletion.
	useEffect(() => {
		if (pressed && state === "idle") sendDelete();
	}, [pressed, state]);
	return (
		<FormDialog
			open={open}
			form="delete"
			title={t("deleting.title")}
			text={t("deleting.text", { title })}
			submitLabel={t("deleting.submit")}
			danger
			onSend={() => setPressed(true)}
		/>
	);
}

function DeleteSeveral({ open, ids }: { open: boolean; ids: string[] }) {
	const { t } = useTranslation("chat");
	const { send } = useConversationActions();
	return (
		<FormDialog
			open={open}
			form="delete"
			title={t("deleting.several", { count: ids.length })}
			text={t("deleting.severalText")}
			submitLabel={t("deleting.submit")}
			danger
			onSend={() => send({ intent: "delete", conversationId: ids }, { fromDialog: true })}
		/>
	);
}

function Rate({ open, answerId }: { open: boolean; answerId: string }) {
	const { t } = useTranslation("chat");
	const { send } = useConversationActions();
	const rate = (form: FormData) => {
		const reasons = form.getAll("reason").map(String);
		const reason = reasons.filter((text) => text !== "").join("\n");
		send({ intent: "rate", answerId, rating: "down", reason }, { fromDialog: true });
	};
	return (
		<FormDialog open={open} form="rate" title={t("rating.title")} submitLabel={t("send")} onSend={rate}>
			<RateFields />
		</FormDialog>
	);
}

type FormDialogProps = {
	open: boolean;
	/** The id of the form. */
	form: string;
	title: string;
	text?: string;
	submitLabel: string;
	danger?: boolean;
	onSend: (form: FormData) => void;
	/** The fields. */
	children?: ReactNode;
};

/** A dialog with a form, its cancel and submit buttons. */
function FormDialog({ open, form, title, text, submitLabel, danger, onSend, children }: FormDialogProps) {
	const { t } = useTranslation("chat");
	const { openDialog, sending } = useConversationActions();
	return (
		<Dialog
			open={open}
			onClose={() => openDialog(null)}
			title={title}
			text={text}
			actions={
				<>
					<Button type="button" variant="ghost" onClick={() => openDialog(null)}>
						{t("cancel")}
					</Button>
					<Button type="submit" form={form} variant={danger ? "error" : "primary"} pending={sending}>
						{submitLabel}
					</Button>
				</>
			}
		>
			<form
				id={form}
				className={children ? "mt-4" : undefined}
				onSubmit={(event) => {
					event.preventDefault();
					onSend(new FormData(event.currentTarget));
				}}
			>
				<NotSent />
				{children}
			</form>
		</Dialog>
	);
}

/** The dialog keeps its input, and its button sends it again. */
function NotSent() {
	const { problem } = useConversationActions();
	return (
		<div role="status">
			{problem && (
				<Banner className="mb-4" tone="warning">
					{problem}
				</Banner>
			)}
		</div>
	);
}

function ShortcutsDialog({ open }: { open: boolean }) {
	const { t } = useTranslation("chat");
	const { openDialog } = useConversationActions();
	return (
		<Dialog
			open={open}
			onClose={() => openDialog(null)}
			title={t("keys.title")}
			actions={
				<Button type="button" variant="ghost" onClick={() => openDialog(null)}>
					{t("close")}
				</Button>
			}
		>
			<Shortcuts />
		</Dialog>
	);
}
