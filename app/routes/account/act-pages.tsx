import type { ComponentType } from "react";
import type { AccountFormState } from "./account-act.ts";
import { DoChangeEmail } from "./do-change-email.tsx";
import { DoDelete } from "./do-delete.tsx";
import type { Screen } from "./load-screen.server.ts";

export type ActPageProps = { screen: Screen; state: AccountFormState | undefined };

/** `?do=<act>`: the form of one act as a page, which is how it is done without script. */
export const ACT_PAGES: Record<string, ComponentType<ActPageProps>> = {
	"change-email": DoChangeEmail,
	delete: DoDelete,
};
