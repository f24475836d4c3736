import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { stayInThisBuild } from "../../build-version/gate-navigations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RateFields, TitleField } from "./act-fields.tsx";
import { type Question, useActs } from "./acts.tsx";
import { Shortcuts } from "./shortcuts-list.tsx";

/** The dialogs of the chat; they come with the first question. The last question stays while its dialog goes. */
export default function Dialogs({ question }: { question: Question | null }) {
	const [last, setLast] = useState(question);
	if (question && question !== last) setLast(question);
	const open = question !== null;
	switch (last?.about) {
		case "rename":
			return <Rename key={last.subject.id} open={open} {...last.subject} />;
		case "delete":
			return <Delete key={last.subject.id} open={open} {...last.subject} />;
		case "rate":
			return <Rate key={last.answerId} open={open} answerId={last.answerId} />;
		case "shortcuts":
			return <Keys open={open} />;
		default:
			return null;
	}
}

type About = { open: boolean; id: string; title: string };

function Rename({ open, id, title }: About) {
	const { t } = useTranslation("chat");
	const { ask, send } = useActs();
	return (
		<Dialog
			open={open}
			onClose={() => ask(null)}
			title={t("act.rename")}
			actions={<Choice form="rename" deed={t("save")} />}
		>
			<form
				id="rename"
				className="mt-4"
				onSubmit={(event) => {
					event.preventDefault();
					const name = String(new FormData(event.currentTarget).get("title") ?? "").trim();
					if (name !== "" && name !== title) send({ intent: "rename", conversationId: id, title: name });
					ask(null);
				}}
			>
				<TitleField title={title} />
			</form>
		</Dialog>
	);
}

function Delete({ open, id, title }: About) {
	const { t } = useTranslation("chat");
	const { ask, send } = useActs();
	const navigate = useNavigate();
	const [query] = useSearchParams();
	return (
		<Dialog
			open={open}
			onClose={() => ask(null)}
			title={t("deleting.title")}
			text={t("deleting.text", { title })}
			actions={<Choice form="delete" deed={t("deleting.deed")} danger />}
		>
			<form
				id="delete"
				onSubmit={async (event) => {
					event.preventDefault();
					ask(null);
					// From the address of what is deleted first: asked for again, it would be «not found».
					if (query.get("c") === id) await stayInThisBuild(() => navigate("/chat"));
					send({ intent: "delete", conversationId: id });
				}}
			/>
		</Dialog>
	);
}

function Rate({ open, answerId }: { open: boolean; answerId: string }) {
	const { t } = useTranslation("chat");
	const { ask, send } = useActs();
	return (
		<Dialog
			open={open}
			onClose={() => ask(null)}
			title={t("rating.title")}
			actions={<Choice form="rate" deed={t("send")} />}
		>
			<form
				id="rate"
				className="mt-4"
				onSubmit={(event) => {
					event.preventDefault();
					const reasons = new FormData(event.currentTarget).getAll("reason").map(String);
					const reason = reasons.filter((said) => said !== "").join("\n");
					send({ intent: "rate", answerId, rating: "down", reason });
					ask(null);
				}}
			>
				<RateFields />
			</form>
		</Dialog>
	);
}

function Choice({ form, deed, danger }: { form: string; deed: string; danger?: boolean }) {
	const { t } = useTranslation("chat");
	const { ask } = useActs();
	return (
		<>
			<Button type="button" variant="ghost" onClick={() => ask(null)}>
				{t("cancel")}
			</Button>
			<Button type="submit" form={form} variant={danger ? "error" : "primary"}>
				{deed}
			</Button>
		</>
	);
}

function Keys({ open }: { open: boolean }) {
	const { t } = useTranslation("chat");
	const { ask } = useActs();
	return (
		<Dialog
			open={open}
			onClose={() => ask(null)}
			title={t("keys.title")}
			actions={
				<Button type="button" variant="ghost" onClick={() => ask(null)}>
					{t("close")}
				</Button>
			}
		>
			<Shortcuts />
		</Dialog>
	);
}
