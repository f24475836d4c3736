import { useTranslation } from "react-i18next";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";

/** All that is shown of a key: its end, unless it is too short for that, and the day on which it was set. */
export type ShownKey = { tail: string; at: string };

type KeyFieldProps = {
	/** The key before, in words; empty: there is none. */
	known: string;
	/** The help where there is no key before. */
	help: string;
	mayKey: boolean;
	state: AdminFormState | undefined;
};

/** A key, which can be written and not read. */
export function KeyField({ known, help, mayKey, state }: KeyFieldProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state)("key");
	if (!mayKey)
		return (
			<p className="note">
				{known} {problem ?? t("models.ownerKey")}
			</p>
		);
	return (
		<TextField
			name="key"
			label={t("models.newKey")}
			help={known ? t("models.replaceKeyHelp", { key: known }) : help}
			error={problem}
			autoComplete="off"
			autoCapitalize="off"
			spellCheck={false}
		/>
	);
}

/** «ключ …a1b2, задан 21 ноября»; empty: there is none. */
export function useKeyWords(secret: ShownKey | undefined): string {
	const { t } = useTranslation("admin");
	if (!secret) return "";
	return t("models.keyOf", { key: secret.tail ? t("models.keyTail", secret) : t("models.keySet", secret) });
}
