import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextLink } from "../text-link.tsx";
import type { FieldProblem } from "./field-problems.ts";

type ConsentName = "consentOffer" | "consentPersonalData" | "consentNews";

/** In the order of the page. */
export const CONSENT_NAMES = ["consentOffer", "consentPersonalData", "consentNews"] as const;

type ConsentFieldsProps = {
	problem: (name: ConsentName) => FieldProblem;
	/** The boxes that were ticked when the form was returned; none is ticked initially. */
	values: { [N in ConsentName]?: string } | undefined;
};

/**
 * The consents of registration: two required and one optional, each a box of its own (152-ФЗ ст. 9 in the wording of
 * 156-ФЗ; 38-ФЗ ст. 18). The documents open in a new tab, so nothing typed is lost.
 */
export function ConsentFields({ problem, values }: ConsentFieldsProps) {
	const { t } = useTranslation("auth");
	const box = (name: ConsentName) => ({ ...problem(name), defaultChecked: Boolean(values?.[name]) });
	return (
		<div className="auth-consents">
			<Checkbox {...box("consentOffer")} required>
				<Trans
					t={t}
					i18nKey="consents.offer"
					components={{ to: <TextLink href={href("/oferta")} beside /> }}
				/>
			</Checkbox>
			<Checkbox {...box("consentPersonalData")} required>
				<Trans
					t={t}
					i18nKey="consents.personalData"
					components={{ to: <TextLink href={href("/consent")} beside /> }}
				/>
			</Checkbox>
			<Checkbox {...box("consentNews")}>{t("consents.news")}</Checkbox>
		</div>
	);
}
