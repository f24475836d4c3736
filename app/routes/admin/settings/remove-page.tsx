import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

type RemovePageProps = {
	/** The address and the name of the section. */
	section: [to: string, name: string];
	title: string;
	action: string;
	/** The name of what is removed, and what follows from it. */
	name: string;
	text: string;
	source: { revision: string };
	needed: ProofNeeded;
	state: AdminFormState | undefined;
	/** Below the text. */
	children?: ReactNode;
};

/** Confirms that something is taken out of a section of the settings. */
export function RemovePage(props: RemovePageProps) {
	const { section, title, action, name, text, source, needed, state, children } = props;
	const { t } = useTranslation("admin");
	return (
		<FormPage
			path={[section]}
			title={title}
			action={action}
			button={{ label: title, pendingLabel: t("models.saving"), variant: "error" }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={source.revision} />
			<p>
				<b>{name}</b>
			</p>
			<p>{text}</p>
			{children}
		</FormPage>
	);
}
