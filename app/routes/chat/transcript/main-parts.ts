import { part } from "../../../connection/part.tsx";
import type { LoadedSearch } from "../../../layouts/chat/search/load-search.server.ts";
import type { PickScreenProps } from "../composer/pick/pick-screen.tsx";
import type { ActionPageProps } from "../no-script/conversation-action-page.tsx";
import type { SelectPageProps } from "../select/select-page.tsx";
import { LoadingTranscript } from "./loading-transcript.tsx";
import type { TranscriptProps } from "./transcript.tsx";

// The parts that the main area shows in place of an empty chat: each comes with its own script, or with its page.

export const Transcript = part<TranscriptProps>(
	"transcript",
	() => import("./transcript.tsx"),
	LoadingTranscript,
);

export const SelectPage = part<SelectPageProps>(
	"select",
	() => import("../select/select-page.tsx"),
	LoadingTranscript,
);

export const ConversationActionPage = part<ActionPageProps>(
	"action",
	() => import("../no-script/conversation-action-page.tsx"),
	LoadingTranscript,
);

export const SearchResults = part<LoadedSearch>(
	"search",
	() => import("../search/search-results.tsx"),
	LoadingTranscript,
);

export const PickScreen = part<PickScreenProps>(
	"pick",
	() => import("../composer/pick/pick-screen.tsx"),
	LoadingTranscript,
);
