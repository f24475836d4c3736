import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { Chip } from "../../../ui/chip.tsx";
import facts from "../facts.css?inline";
import css from "./outcome.css?inline";

/** The sheet of a payment's outcome in the middle of its static page, marked where no real money is paid. */
export function OutcomePage({ sandbox, children }: { sandbox: boolean; children: ReactNode }) {
	const { t } = useTranslation("payment");
	return (
		<main id="main" className="page-wrap payment-outcome" tabIndex={-1}>
			<PageStyle css={facts + css} />
			{sandbox && (
				<p className="payment-outcome-mark">
					<Chip tone="warning">{t("testMode")}</Chip>
				</p>
			)}
			{children}
		</main>
	);
}
