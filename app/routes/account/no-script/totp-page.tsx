import { BeginTotp } from "../totp/begin-totp.tsx";
import { SetUpTotp } from "../totp/set-up-totp.tsx";
import { TotpIsOn } from "../totp/totp-is-on.tsx";
import type { ActionPageProps } from "./account-action-page.tsx";

/** `?do=totp`: the second factor, from its description to turning it off. */
export function TotpPage(props: ActionPageProps) {
	const factor = props.screen.secondFactor;
	switch (factor.state) {
		case "off":
			return <BeginTotp {...props} />;
		case "begun":
			return <SetUpTotp {...props} factor={factor} />;
		case "on":
			return <TotpIsOn {...props} left={factor.recoveryCodesLeft} />;
	}
}
