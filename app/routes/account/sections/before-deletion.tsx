import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";
import type { Screen } from "../load/load-screen.server.ts";

type BeforeDeletionProps = {
	/** What can be refunded now, and not afterwards. */
	refundable: Screen["refundable"];
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
						i18nKey={`delete.refundFirst.${refundable.what}`}
						components={{ to: <TextLink href={`${href("/payment")}?refund=${refundable.refund}`} touch /> }}
					/>
				</Banner>
			)}
			{endsRenewal && <Banner className="before-deletion">{t("delete.endsRenewal")}</Banner>}
		</>
	);
}
