import {
	lazy,
	type ReactNode,
	Suspense,
	useCallback,
	useEffect,
	useEffectEvent,
	useMemo,
	useRef,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useFetcher, useNavigate } from "react-router";
import { loadPart } from "../../../connection/load-when-connected.ts";
import { answered, isLost, type Lost } from "../../../connection/request-lost.ts";
import type { Done } from "../../../routes/chat/actions/conversation-actions.server.ts";
import { Snackbar } from "../../../ui/snackbar.tsx";
import { doneText } from "./done-text.ts";
import {
	type ConversationActions,
	ConversationActionsContext,
	type Fields,
	type OpenDialog,
	type Sending,
} from "./use-conversation-actions.ts";

const Dialogs = lazy(() => loadPart(() => import("./dialogs.tsx")));

type QueuedForm = { fields: Fields; sending: Sending };

/** A list becomes a field for each of its values. */
function formOf(fields: Fields): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields))
		for (const one of [value].flat()) form.append(name, one);
	return form;
}

/** Provides the actions on conversations and answers to everything in the frame of the chat. */
export function ConversationActionsProvider({ children }: { children: ReactNode }) {
	const { t } = useTranslation("chat");
	const { t: tHistory } = useTranslation("history");
	const navigate = useNavigate();
	const { submit, data, state } = useFetcher<Done | Lost>({ key: "conversation-actions" });
	const [dialog, setDialog] = useState<OpenDialog | null>(null);
	const [message, setMessage] = useState<string | null>(null);
	/** A lost form that the snackbar offers to send again. */
	const [unsent, setUnsent] = useState<Fields | null>(null);
	/** The deletion that the snackbar offers to undo. */
	const [undo, setUndo] = useState<QueuedForm | null>(null);
	const last = useRef<QueuedForm | null>(null);
	/** Forms queue: the framework drops a fetcher's response when the same fetcher sends the next form. */
	const waiting = useRef<QueuedForm[]>([]);
	/** The fetcher's data before the current form: the framework keeps it when a later form redirects. */
	const known = useRef<Done | Lost>(undefined);
	const [lost, setLost] = useState<Lost | null>(null);
	const clearMessage = useCallback(() => {
		setMessage(null);
		setUnsent(null);
		setUndo(null);
	}, []);
	const post = useCallback(
		(sent: QueuedForm) => {
			const { fields, sending } = sent;
			last.current = sent;
			setUnsent(null);
			setUndo(null);
			setLost(null);
			void submit(formOf(sending.leaves ? fields : { ...fields, stay: "1" }), {
				method: "post",
				action: "/chat",
			});
		},
		[submit],
	);
	const send = useCallback(
		(fields: Fields, sending: Sending = {}) => {
			// A second press of the same button.
			const before = waiting.current.at(-1) ?? last.current;
			if (JSON.stringify(before?.fields) === JSON.stringify(fields)) return;
			// An action that navigates away may bring no data of its own, and is not waited for.
			if (last.current && !last.current.sending.leaves) waiting.current.push({ fields, sending });
			else post({ fields, sending });
		},
		[post],
	);
	const actions = useMemo<ConversationActions>(
		() => ({
			send,
			sending: state !== "idle",
			lost,
			openDialog: (wanted) => {
				// The open drawer and menu are popovers in the top layer, above a dialog.
				for (const open of document.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
				setLost(null);
				setDialog(wanted);
			},
			showMessage: (text) => {
				setUndo(null);
				setMessage(text);
			},
			rated: data && "answerId" in data ? data : null,
		}),
		[send, state, lost, data],
	);
	const onAnswer = useEffectEvent(() => {
		const sent = last.current;
		const news = data === known.current ? undefined : data;
		known.current = data;
		if (!sent) return;
		last.current = null;
		const { fields, sending } = sent;
		if (isLost(news)) {
			// The open dialog shows the error itself, with its own button.
			if (sending.fromDialog) return setLost(news);
			setUnsent(fields);
			return setMessage(t("lost.action"));
		}
		if (sending.fromDialog) setDialog(null);
		const result = sending.leaves ?? answered(news);
		const text = result && doneText(tHistory, result);
		if (!text) return;
		setMessage(text);
		if (result.done === "deleted")
			setUndo({
				fields: { intent: "restore", conversationId: result.ids },
				// Back to the conversation that the deletion has left.
				sending: sending.leaves ? { leadsTo: `/chat?c=${result.ids[0]}` } : {},
			});
		if (result.done === "restored" && result.count > 0 && sending.leadsTo) void navigate(sending.leadsTo);
	});
	const sendNext = useEffectEvent(() => {
		const next = waiting.current.shift();
		if (next) post(next);
	});
	// A form that fails at once never shows a state other than idle: only its data is new.
	useEffect(() => {
		// A dialog whose form navigates away closes before its opener is unmounted: the focus is restored from there.
		const leads = state === "loading" && last.current?.sending.leaves !== undefined && data === known.current;
		if (state === "idle" || leads) onAnswer();
		if (state === "idle") sendNext();
	}, [state, data]);
	// A page that is closed or loaded anew cannot send its queue any more: the browser itself sends the rest.
	useEffect(() => {
		const sendRest = () => {
			for (const { fields } of waiting.current.splice(0))
				navigator.sendBeacon("/chat", formOf({ ...fields, stay: "1" }));
		};
		addEventListener("pagehide", sendRest);
		return () => removeEventListener("pagehide", sendRest);
	}, []);
	const action = unsent
		? { label: t("lost.retry"), onClick: () => send(unsent) }
		: undo && { label: tHistory("restore"), onClick: () => send(undo.fields, undo.sending) };
	const [wanted, setWanted] = useState(false);
	if (dialog && !wanted) setWanted(true);
	return (
		<ConversationActionsContext value={actions}>
			{children}
			{wanted ? (
				<Suspense fallback={null}>
					<Dialogs dialog={dialog} />
				</Suspense>
			) : null}
			<Snackbar text={message} onClose={clearMessage} {...(action && { action })} />
		</ConversationActionsContext>
	);
}
