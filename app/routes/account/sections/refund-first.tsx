import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";

/** Shown before deletion: paid time can be refunded now, and not afterwards. */
export function RefundFirst({ refundable }: { refundable: string | null }) {
	const { t } = useTranslation("account");
	return refundable ? (
		<Banner tone="warning" className="refund-first">
			<Trans
				t={t}
				i18nKey="delete.refundFirst"
				components={{ to: <TextLink href={`${href("/payment")}?refund=${refundable}`} touch /> }}
			/>
		</Banner>
	) : null;
}
