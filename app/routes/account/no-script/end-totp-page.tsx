import { BeginTotp } from "../totp/begin-totp.tsx";
import { OwnerForm } from "../totp/owner-form.tsx";
import type { ActionPageProps } from "./account-action-page.tsx";

/** `?do=end-totp`. */
export function EndTotpPage(props: ActionPageProps) {
	if (props.screen.secondFactor.state !== "on") return <BeginTotp {...props} />;
	return <OwnerForm {...props} intent="end-totp" doing="end-totp" />;
}
