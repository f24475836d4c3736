import { useTranslation } from "react-i18next";
import { TextField } from "../../../ui/field.tsx";
import type { FieldProblem } from "./field-problems.ts";

type EmailFieldProps = FieldProblem & {
	/** `email` for a new account, `username` for an existing one. */
	autoComplete: "email" | "username";
	help?: string;
	defaultValue: string | undefined;
};

/** The e-mail address of a form of the auth screens. */
export function EmailField(props: EmailFieldProps) {
	const { t } = useTranslation("auth");
	return <TextField {...props} label={t("labels.email")} type="email" inputMode="email" required />;
}
