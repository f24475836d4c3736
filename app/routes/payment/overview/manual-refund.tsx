import { Trans, useTranslation } from "react-i18next";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";

/** Where to write for the money that no page refunds. @param email null: the operator has not given it */
export function ManualRefund({ email }: { email: string | null }) {
	const { t } = useTranslation("payment");
	return (
		<Banner tone="warning">
			<Trans
				t={t}
				i18nKey={email === null ? "refund.manualToOwner" : "refund.manual"}
				values={{ email: email ?? "" }}
				components={{ to: <TextLink href={`mailto:${email}`} /> }}
			/>
		</Banner>
	);
}
