import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { ProofNeeded } from "../confirm/form-state.ts";
import type { LookState } from "./look-state.ts";

type EndPageProps = {
	ended: { id: string; text: string };
	revision: string;
	needed: ProofNeeded;
	state: LookState | undefined;
};

/** Ends an announcement before its time. */
export function EndPage({ ended, revision, needed, state }: EndPageProps) {
	const { t } = useTranslation("admin");
	const announcements = `${href("/admin/look")}?tab=announcement`;
	return (
		<FormPage
			path={[[announcements, t("look.tabs.announcement")]]}
			title={t("look.endTitle")}
			action={`${announcements}&do=end&id=${ended.id}`}
			button={{ label: t("look.end"), pendingLabel: t("look.ending"), variant: "error" }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={revision} />
			<p>«{ended.text}»</p>
		</FormPage>
	);
}
