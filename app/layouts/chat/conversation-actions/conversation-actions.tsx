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

/** More than anybody presses while one request is on its way. */
const MOST_WAITING = 50;

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
	/** The first of the queue was lost. The snackbar offers to send it again, and all that wait behind it. */
	const [held, setHeld] = useState(false);
	/** The deletion that the snackbar offers to undo. */
	const [undo, setUndo] = useState<QueuedForm | null>(null);
	const last = useRef<QueuedForm | null>(null);
	/** Forms queue: the framework drops a fetcher's response when the same fetcher sends the next form. */
	const waiting = useRef<QueuedForm[]>([]);
	/** The fetcher's data before the current form: the framework keeps it when a later form redirects. */
	const known = useRef<Done | Lost>(undefined);
	const [problem, setProblem] = useState<string | null>(null);
	const clearMessage = useCallback(() => {
		setMessage(null);
		setUndo(null);
		// Much later they would be a surprise.
		if (held) waiting.current = [];
		setHeld(false);
	}, [held]);
	const postNext = useCallback(() => {
		const next = waiting.current.shift();
		if (!next) return;
		const { fields, sending } = next;
		last.current = next;
		setHeld(false);
		setUndo(null);
		setProblem(null);
		void submit(formOf(sending.leaves ? fields : { ...fields, stay: "1" }), {
			method: "post",
			action: "/chat",
		});
	}, [submit]);
	const send = useCallback(
		(fields: Fields, sending: Sending = {}) => {
			const before = waiting.current.at(-1) ?? last.current;
			// A second press of the same button; of one that was lost it sends it again.
			const isSame = JSON.stringify(before?.fields) === JSON.stringify(fields);
			if (isSame ? last.current : waiting.current.length >= MOST_WAITING) return;
			if (!isSame) waiting.current.push({ fields, sending });
			// An action that navigates away may bring no data of its own, and is not waited for.
			if (!last.current || last.current.sending.leaves) postNext();
		},
		[postNext],
	);
	const actions = useMemo<ConversationActions>(
		() => ({
			send,
			sending: state !== "idle",
			problem,
			openDialog: (wanted) => {
				// The open drawer and menu are popovers in the top layer, above a dialog.
				for (const open of document.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
				setProblem(null);
				setDialog(wanted);
			},
			showMessage: (text) => {
				setUndo(null);
				setMessage(text);
			},
			rated: data && "answerId" in data ? data : null,
		}),
		[send, state, problem, data],
	);
	/** @returns whether the queue is held now */
	const onAnswer = useEffectEvent((): boolean => {
		const sent = last.current;
		const news = data === known.current ? undefined : data;
		known.current = data;
		if (!sent) return false;
		last.current = null;
		const { sending } = sent;
		if (isLost(news)) {
			const unsent = [sent, ...waiting.current];
			// The open dialog shows the error itself, with its own button.
			if (dialog && unsent.at(-1)?.sending.fromDialog) {
				unsent.pop();
				setProblem(t("lost.action"));
			}
			waiting.current = unsent;
			if (unsent.length === 0) return false;
			setMessage(t("lost.action"));
			setHeld(true);
			return true;
		}
		const result = sending.leaves ?? answered(news);
		const text = result && doneText(tHistory, result);
		// What was typed stays in its dialog.
		if (text && "unsaved" in result) setProblem(text);
		else if (sending.fromDialog) setDialog(null);
		if (!text) return false;
		setMessage(text);
		if (result.done === "deleted")
			setUndo({
				fields: { intent: "restore", conversationId: result.ids },
				// Back to the conversation that the deletion has left.
				sending: sending.leaves ? { leadsTo: `/chat?c=${result.ids[0]}` } : {},
			});
		if (result.done === "restored" && result.count > 0 && sending.leadsTo) void navigate(sending.leadsTo);
		return false;
	});
	const sendNext = useEffectEvent(postNext);
	// A form that fails at once never shows a state other than idle: only its data is new.
	useEffect(() => {
		// A dialog whose form navigates away closes before its opener is unmounted: the focus is restored from there.
		const leads = state === "loading" && last.current?.sending.leaves !== undefined && data === known.current;
		if (leads) onAnswer();
		if (state === "idle" && !onAnswer()) sendNext();
	}, [state, data]);
	const sendRest = useEffectEvent(() => {
		// The person was told that these are not done, and has not pressed «Повторить».
		if (held) return;
		for (const { fields } of waiting.current.splice(0))
			navigator.sendBeacon("/chat", formOf({ ...fields, stay: "1" }));
	});
	// A page that is closed or loaded anew cannot send its queue any more: the browser itself sends the rest.
	useEffect(() => {
		const leave = () => sendRest();
		addEventListener("pagehide", leave);
		return () => removeEventListener("pagehide", leave);
	}, []);
	const retry = () => {
		setMessage(null);
		postNext();
	};
	const action = held
		? { label: t("lost.retry"), onClick: retry }
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
