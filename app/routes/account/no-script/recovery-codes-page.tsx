import { BeginTotp } from "../totp/begin-totp.tsx";
import { OwnerForm } from "../totp/owner-form.tsx";
import type { ActionPageProps } from "./account-action-page.tsx";

/** `?do=recovery-codes`: ten new ones in place of the previous ones. */
export function RecoveryCodesPage(props: ActionPageProps) {
	if (props.screen.secondFactor.state !== "on") return <BeginTotp {...props} />;
	return <OwnerForm {...props} intent="renew-recovery-codes" doing="recovery-codes" />;
}
