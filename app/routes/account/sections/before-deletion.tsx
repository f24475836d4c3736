import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";

type BeforeDeletionProps = {
	/** A purchase that can be refunded now, and not afterwards. */
	refundable: string | null;
	/** Whether a plan renews itself. */
	endsRenewal: boolean;
};

/** Tells what the deletion of an account does to the plan and to the saved card, where there are any. */
export function BeforeDeletion({ refundable, endsRenewal }: BeforeDeletionProps) {
	const { t } = useTranslation("account");
	return (
		<>
			{refundable && (
				<Banner tone="warning" className="before-deletion">
					<Trans
						t={t}
						i18nKey="delete.refundFirst"
						components={{ to: <TextLink href={`${href("/payment")}?refund=${refundable}`} touch /> }}
					/>
				</Banner>
			)}
			{endsRenewal && <Banner className="before-deletion">{t("delete.endsRenewal")}</Banner>}
		</>
	);
}
