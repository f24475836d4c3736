import {
	createContext,
	lazy,
	type ReactNode,
	Suspense,
	use,
	useCallback,
	useEffect,
	useEffectEvent,
	useMemo,
	useRef,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { arrive } from "../../../connection/arrive.ts";
import { answered, isLost, type Lost } from "../../../connection/request-lost.ts";
import type { Done, Rated } from "../../../routes/chat/actions/conversation-actions.server.ts";
import { Snackbar } from "../../../ui/snackbar.tsx";

const Dialogs = lazy(() => arrive(() => import("./dialogs.tsx")));

/** As much of a conversation as its acts need. */
export type Subject = { id: string; title: string; pinned: boolean; archived: boolean };

/** What is asked in a dialog before it is done. */
export type OpenDialog =
	| { about: "rename" | "delete"; subject: Subject }
	| { about: "rate"; answerId: string }
	| { about: "shortcuts" };

type Fields = Record<string, string>;
type Sent = { fields: Fields; sending: Sending };

type Sending = {
	/** Of the dialog that is open: it stays with all that is typed in it until the server has taken the form. */
	fromDialog?: boolean;
	/** What was done takes the person to another place, and the server says where. */
	leaves?: Done["done"];
};

export type ConversationActions = {
	/** Sends a form of the chat and stays here; what was done is said in the snackbar. */
	send: (fields: Fields, sending?: Sending) => void;
	/** What was sent last is on its way. */
	sending: boolean;
	/** What the open dialog has sent did not come through. */
	lost: Lost | null;
	/** Opens a dialog; null closes it. */
	ask: (question: OpenDialog | null) => void;
	/** Says a word at the bottom. */
	say: (text: string) => void;
	/** The answer that was rated last, if that was the last act: its transcript is not loaded anew for it. */
	rated: Rated | null;
};

const ConversationActionsContext = createContext<ConversationActions | null>(null);

export function useConversationActions(): ConversationActions {
	const acts = use(ConversationActionsContext);
	if (!acts) throw new Error("The acts of the chat are used outside its frame.");
	return acts;
}

/** What can be done about conversations and answers, for everything in the frame of the chat. */
export function ConversationActionsProvider({ children }: { children: ReactNode }) {
	const { t } = useTranslation("chat");
	const { submit, data, state } = useFetcher<Done | Lost>({ key: "acts" });
	const [question, setQuestion] = useState<OpenDialog | null>(null);
	const [said, setSaid] = useState<string | null>(null);
	/** What has not come through and can be sent again by a press. */
	const [unsent, setUnsent] = useState<Fields | null>(null);
	const last = useRef<Sent | null>(null);
	/** One act after another: the framework drops the answer to a form when the same fetcher sends the next. */
	const waiting = useRef<Sent[]>([]);
	/** The framework keeps the data of a form when a later one leads to another place instead. */
	const known = useRef<Done | Lost>(undefined);
	const [lost, setLost] = useState<Lost | null>(null);
	const quiet = useCallback(() => {
		setSaid(null);
		setUnsent(null);
	}, []);
	const post = useCallback(
		(sent: Sent) => {
			const { fields, sending } = sent;
			last.current = sent;
			setUnsent(null);
			setLost(null);
			const whole = sending.leaves ? fields : { ...fields, stay: "1" };
			void submit(whole, { method: "post", action: "/chat" });
		},
		[submit],
	);
	const send = useCallback(
		(fields: Fields, sending: Sending = {}) => {
			// What leads away may bring no news of its own, and is not waited for.
			if (last.current && !last.current.sending.leaves) waiting.current.push({ fields, sending });
			else post({ fields, sending });
		},
		[post],
	);
	const acts = useMemo<ConversationActions>(
		() => ({
			send,
			sending: state !== "idle",
			lost,
			ask: (asked) => {
				// The drawer of a phone and its menu lie over everything, also over a dialog.
				for (const open of document.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
				setLost(null);
				setQuestion(asked);
			},
			say: setSaid,
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
			// The open dialog says so itself, and has its own button.
			if (sending.fromDialog) return setLost(news);
			setUnsent(fields);
			return setSaid(t("lost.act"));
		}
		if (sending.fromDialog) setQuestion(null);
		const done = sending.leaves ?? answered(news)?.done;
		const word = done && WORDS[done];
		if (word) setSaid(t(word));
	});
	const sendNext = useEffectEvent(() => {
		const next = waiting.current.shift();
		if (next) post(next);
	});
	// A form that fails at once is never seen on its way: its data alone is new.
	useEffect(() => {
		// A dialog whose form leads away closes before its opener goes: the focus is passed on from there.
		const leads = state === "loading" && last.current?.sending.leaves !== undefined && data === known.current;
		if (state === "idle" || leads) onAnswer();
		if (state === "idle") sendNext();
	}, [state, data]);
	const [wanted, setWanted] = useState(false);
	if (question && !wanted) setWanted(true);
	return (
		<ConversationActionsContext value={acts}>
			{children}
			{wanted ? (
				<Suspense fallback={null}>
					<Dialogs question={question} />
				</Suspense>
			) : null}
			<Snackbar
				text={said}
				onClose={quiet}
				{...(unsent && { action: { label: t("lost.retry"), onClick: () => send(unsent) } })}
			/>
		</ConversationActionsContext>
	);
}

const WORDS = {
	renamed: "said.renamed",
	pinned: "said.pinned",
	unpinned: "said.unpinned",
	archived: "said.archived",
	unarchived: "said.unarchived",
	deleted: "said.deleted",
	instructed: "said.saved",
	rated: null,
	"model-picked": null,
} as const satisfies Record<Done["done"], string | null>;
