import type { Switches } from "../../../chat/tools/switches.server.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import type { LoadedAllowance } from "../../../layouts/chat/load/load-allowance.server.ts";
import type { LoadedChat } from "../load/load-chat.server.ts";
import type { ModelChoice } from "./model/model-choice.ts";
import type { ComposerText } from "./use-composer-text.ts";

export type ComposerProps = Omit<ComposerText, "files" | "unread"> & {
	models: ModelChoice[];
	model: string | null;
	withoutModel: boolean;
	/** The answer that waits for the person's consent: a question denies it. */
	waits: string | null;
	/** The running answer was asked to stop. */
	stopping: boolean;
	hold: boolean;
	allowance: LoadedAllowance;
	/** The files of the transcript's questions. */
	shownFiles: readonly ShownFile[];
	/** The collections of the conversation. */
	collections: readonly ShownCollection[];
	/** The switches of the conversation. */
	switches: Switches;
	/** Chosen among the documents for this question. */
	picked: LoadedChat["picked"];
};

/** The properties of a conversation that are unknown before the page's data has come. */
export const NOT_LOADED = {
	opening: true,
	model: null,
	switches: {},
	writing: null,
	waits: null,
	stopping: false,
	isDone: () => false,
	hold: false,
	after: null,
	shown: [],
	shownFiles: [],
	collections: [],
	picked: { files: [], collections: [] },
	refused: null,
} satisfies Partial<ComposerProps>;
