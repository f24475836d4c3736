import { useTranslation } from "react-i18next";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedServer } from "./load-models.server.ts";

type KeyFieldProps = {
	secret: NonNullable<LoadedServer["server"]>["secret"] | undefined;
	mayKey: boolean;
	state: AdminFormState | undefined;
};

/** A key, which is only written: what is shown of the one before is its end. */
export function KeyField({ secret, mayKey, state }: KeyFieldProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const known = secret && (secret.tail ? t("models.keyTail", secret) : t("models.keySet", secret));
	if (!mayKey)
		return (
			<p className="note">
				{known && t("models.keyOf", { key: known })} {t("models.ownerKey")}
			</p>
		);
	return (
		<TextField
			name="key"
			label={t("models.newKey")}
			help={known ? t("models.replaceKeyHelp", { key: known }) : t("models.newKeyHelp")}
			error={problem("key")}
			autoComplete="off"
			autoCapitalize="off"
			spellCheck={false}
		/>
	);
}
