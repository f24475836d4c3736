import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator, useSearchParams } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Shortcuts } from "../shortcuts-list.tsx";
import { RateFields, TitleField } from "./action-fields.tsx";
import { type OpenDialog, useConversationActions } from "./conversation-actions.tsx";

/** The dialogs of the chat, loaded with the first one that opens. The content stays during the closing animation. */
export default function Dialogs({ dialog }: { dialog: OpenDialog | null }) {
	const [last, setLast] = useState(dialog);
	if (dialog && dialog !== last) setLast(dialog);
	const open = dialog !== null;
	switch (last?.about) {
		case "rename":
			return <Rename key={last.subject.id} open={open} {...last.subject} />;
		case "delete":
			return <Delete key={last.subject.id} open={open} {...last.subject} />;
		case "rate":
			return <Rate key={last.answerId} open={open} answerId={last.answerId} />;
		case "shortcuts":
			return <ShortcutsDialog open={open} />;
		default:
			return null;
	}
}

type About = { open: boolean; id: string; title: string };

function Rename({ open, id, title }: About) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	return (
		<Dialog
			open={open}
			onClose={() => openDialog(null)}
			title={t("action.rename")}
			actions={<DialogButtons form="rename" submitLabel={t("save")} />}
		>
			<form
				id="rename"
				className="mt-4"
				onSubmit={(event) => {
					event.preventDefault();
					const name = String(new FormData(event.currentTarget).get("title") ?? "").trim();
					if (name === "" || name === title) return openDialog(null);
					send({ intent: "rename", conversationId: id, title: name }, { fromDialog: true });
				}}
			>
				<NotSent />
				<TitleField title={title} />
			</form>
		</Dialog>
	);
}

function Delete({ open, id, title }: About) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	const [query] = useSearchParams();
	const { state } = useRevalidator();
	const [pressed, setPressed] = useState(false);
	const doIt = useEffectEvent(() => {
		setPressed(false);
		// The open conversation would be gone: loading it again would be a 404, so the server redirects.
		const leaves = query.get("c") === id ? { leaves: "deleted" as const } : {};
		send({ intent: "delete", conversationId: id }, { fromDialog: true, ...leaves });
	});
	// Waits for a running revalidation, which would request the conversation after its deletion.
	useEffect(() => {
		if (pressed && state === "idle") doIt();
	}, [pressed, state]);
	return (
		<Dialog
			open={open}
			onClose={() => openDialog(null)}
			title={t("deleting.title")}
			text={t("deleting.text", { title })}
			actions={<DialogButtons form="delete" submitLabel={t("deleting.submit")} danger />}
		>
			<form
				id="delete"
				onSubmit={(event) => {
					event.preventDefault();
					setPressed(true);
				}}
			>
				<NotSent />
			</form>
		</Dialog>
	);
}

function Rate({ open, answerId }: { open: boolean; answerId: string }) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	return (
		<Dialog
			open={open}
			onClose={() => openDialog(null)}
			title={t("rating.title")}
			actions={<DialogButtons form="rate" submitLabel={t("send")} />}
		>
			<form
				id="rate"
				className="mt-4"
				onSubmit={(event) => {
					event.preventDefault();
					const reasons = new FormData(event.currentTarget).getAll("reason").map(String);
					const reason = reasons.filter((text) => text !== "").join("\n");
					send({ intent: "rate", answerId, rating: "down", reason }, { fromDialog: true });
				}}
			>
				<NotSent />
				<RateFields />
			</form>
		</Dialog>
	);
}

function DialogButtons({
	form,
	submitLabel,
	danger,
}: {
	form: string;
	submitLabel: string;
	danger?: boolean;
}) {
	const { t } = useTranslation("chat");
	const { openDialog, sending } = useConversationActions();
	return (
		<>
			<Button type="button" variant="ghost" onClick={() => openDialog(null)}>
				{t("cancel")}
			</Button>
			<Button type="submit" form={form} variant={danger ? "error" : "primary"} pending={sending}>
				{submitLabel}
			</Button>
		</>
	);
}

/** The dialog keeps its input, and its button sends it again. */
function NotSent() {
	const { t } = useTranslation("chat");
	const { lost } = useConversationActions();
	return (
		<div role="status">
			{lost && (
				<Banner className="mb-4" tone="warning">
					{t("lost.action")}
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
