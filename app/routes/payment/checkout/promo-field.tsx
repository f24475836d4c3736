import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import type { PromoView } from "../load/load-promo.server.ts";

/** «Есть промокод»: the field, open where a code did not fit. */
export function PromoField({ promo }: { promo: PromoView | null }) {
	const { t } = useTranslation("payment");
	return (
		<details className="promo" open={promo !== null}>
			<summary>
				<Icon name="chevron-down" size="sm" />
				{t("promo.have")}
			</summary>
			<div className="promo-row">
				<TextField
					name="promo"
					label={t("promo.code")}
					defaultValue={promo?.code}
					error={promo?.problem ?? undefined}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={64}
					autoFocus={promo !== null}
				/>
				<Button variant="tonal" name="promoAct=apply">
					{t("promo.apply")}
				</Button>
			</div>
			{promo?.ordered && (
				<p className="deal-note">
					<a className="link" href={promo.ordered}>
						{t("promo.toOrder")}
					</a>
				</p>
			)}
		</details>
	);
}
