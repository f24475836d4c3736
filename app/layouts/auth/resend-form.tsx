import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";

type ResendFormProps = {
	action: string;
	email: string;
	/** Seconds for which the script disables the button. Without script it works at once. */
	wait: number;
};

/** The form that requests the same e-mail again. */
export function ResendForm({ action, email, wait }: ResendFormProps) {
	const { t } = useTranslation("auth");
	return (
		<form action={action} method="post">
			<input type="hidden" name="email" value={email} />
			<Button
				type="submit"
				block
				pendingLabel={t("sending")}
				// The script inserts the remaining time into the text.
				{...(wait > 0 && {
					"data-countdown": wait,
					"data-countdown-label": t("resendIn", { time: "{time}" }),
				})}
			>
				{t("resend")}
			</Button>
		</form>
	);
}
