import {
	createContext,
	lazy,
	type ReactNode,
	Suspense,
	use,
	useCallback,
	useEffect,
	useMemo,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Done } from "../../routes/chat/acts.server.ts";
import { Snackbar } from "../../ui/snackbar.tsx";

const Dialogs = lazy(() => import("./dialogs.tsx"));

/** As much of a conversation as its acts need. */
export type Subject = { id: string; title: string; pinned: boolean; archived: boolean };

/** What is asked in a dialog before it is done. */
export type Question =
	| { about: "rename" | "delete"; subject: Subject }
	| { about: "rate"; answerId: string }
	| { about: "shortcuts" };

export type Acts = {
	/** Sends a form of the chat and stays here; what was done is said in the snackbar. */
	send: (fields: Record<string, string>) => void;
	/** Opens a dialog; null closes it. */
	ask: (question: Question | null) => void;
	/** Says a word at the bottom. */
	say: (text: string) => void;
};

const ActsContext = createContext<Acts | null>(null);

export function useActs(): Acts {
	const acts = use(ActsContext);
	if (!acts) throw new Error("The acts of the chat are used outside its frame.");
	return acts;
}

/** What can be done about conversations and answers, for everything in the frame of the chat. */
export function ActsProvider({ children }: { children: ReactNode }) {
	const { t } = useTranslation("chat");
	const { submit, data, state } = useFetcher<Done>({ key: "acts" });
	const [question, setQuestion] = useState<Question | null>(null);
	const [said, setSaid] = useState<string | null>(null);
	const quiet = useCallback(() => setSaid(null), []);
	const acts = useMemo<Acts>(
		() => ({
			send: (fields) => void submit({ ...fields, stay: "1" }, { method: "post", action: "/chat" }),
			ask: (asked) => {
				// The drawer of a phone and its menu lie over everything, also over a dialog.
				for (const open of document.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
				setQuestion(asked);
			},
			say: setSaid,
		}),
		[submit],
	);
	useEffect(() => {
		if (state !== "idle" || !data) return;
		const word = WORDS[data.done];
		if (word) setSaid(t(word));
	}, [state, data, t]);
	const [wanted, setWanted] = useState(false);
	if (question && !wanted) setWanted(true);
	return (
		<ActsContext value={acts}>
			{children}
			{wanted ? (
				<Suspense fallback={null}>
					<Dialogs question={question} />
				</Suspense>
			) : null}
			<Snackbar text={said} onClose={quiet} />
		</ActsContext>
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
