import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "../../ui/button.tsx";

type ResendFormProps = {
	/** The form that sends the e-mail, and its page. */
	action: string;
	/** The recipient; where it is unknown, a link to the page that asks for it is shown. */
	email: string | undefined;
	/** Seconds for which the script disables the button. Without script it works at once. */
	wait: number;
};

/** Requests the same e-mail again. */
export function ResendForm({ action, email, wait }: ResendFormProps) {
	const { t } = useTranslation("auth");
	if (!email) {
		return (
			<LinkButton to={action} block>
				{t("resend")}
			</LinkButton>
		);
	}
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
