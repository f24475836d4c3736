import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";
import type { Screen } from "../load/load-screen.server.ts";

type BeforeDeletionProps = {
	/** What can be refunded now, and not afterwards. */
	refundable: Screen["refundable"];
	/** The address to write to for what is refunded on no page; null: there is nothing of that kind. */
	manualRefund: Screen["manualRefund"];
	/** The renewal, the saved card, or both; null: there is neither. */
	ends: Screen["ends"];
};

/** Tells what the deletion of an account does to the plan and to the saved card, where there are any. */
export function BeforeDeletion({ refundable, manualRefund, ends }: BeforeDeletionProps) {
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
			{manualRefund && (
				<Banner tone="warning" className="before-deletion">
					<Trans
						t={t}
						i18nKey={`delete.refundFirst.${manualRefund.email === null ? "manualToOwner" : "manual"}`}
						values={{ email: manualRefund.email ?? "" }}
						components={{ to: <TextLink href={`mailto:${manualRefund.email}`} touch /> }}
					/>
				</Banner>
			)}
			{ends && <Banner className="before-deletion">{t(`delete.ends.${ends}`)}</Banner>}
		</>
	);
}
