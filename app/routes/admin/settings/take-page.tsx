import { useTranslation } from "react-i18next";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import type { SectionState } from "./section-state.server.ts";

type TakePageProps = {
	/** The section's screen, and its name. */
	section: [address: string, name: string];
	/** The place of the section now. */
	source: Pick<SectionState, "lock" | "revision">;
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** Takes a section over from its file into the database. */
export function TakePage({ section, source, needed, state }: TakePageProps) {
	const { t } = useTranslation("admin");
	return (
		<FormPage
			path={[section]}
			title={t("look.take")}
			action={`${section[0]}?do=take`}
			button={{ label: t("look.take"), pendingLabel: t("look.taking") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={source.revision} />
			<p>{t("look.lockedByFile", { name: source.lock ?? "" })}</p>
		</FormPage>
	);
}
