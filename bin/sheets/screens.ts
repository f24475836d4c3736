import { ACCOUNT_SCREENS } from "./screens/account.ts";
import { CHAT_SCREENS } from "./screens/chat.ts";
import { CHAT_MOMENTS } from "./screens/chat-moments.ts";
import { DOCUMENT_SCREENS } from "./screens/documents.ts";
import { LETTER_SCREENS } from "./screens/letters.ts";
import { AUTH_SCREENS, PUBLIC_SCREENS } from "./screens/open.ts";
import { OPERATOR_SCREENS } from "./screens/operator.ts";
import { RENEWAL_SCREENS } from "./screens/renewal.ts";
import { TOOLS_SCREENS } from "./screens/tools.ts";
import type { Screen } from "./take-picture.ts";

/** Every screen, by the name that its drawings have or would have. */
export const SCREENS: Record<string, Screen> = {
	...PUBLIC_SCREENS,
	...AUTH_SCREENS,
	...CHAT_SCREENS,
	...CHAT_MOMENTS,
	...DOCUMENT_SCREENS,
	...TOOLS_SCREENS,
	...ACCOUNT_SCREENS,
	...RENEWAL_SCREENS,
	...LETTER_SCREENS,
	...OPERATOR_SCREENS,
};
