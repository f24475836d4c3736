import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { PurchasesTable } from "../payments/purchases-table.tsx";
import { Section } from "../section.tsx";
import { CodeState, useWindowText } from "./code-texts.tsx";
import type { LoadedCode } from "./load-codes.server.ts";

const CODES = href("/admin/codes");

/** A promo code: its terms, what plans cost with it, and the purchases. */
export function CodeCard(loaded: LoadedCode) {
	const { code, mayOff } = loaded;
	const { t } = useTranslation("admin");
	return (
		<>
			<Crumbs path={[[CODES, t("codes.title")]]}>{code.code}</Crumbs>
			<div className="adm-head">
				<h1>{code.code}</h1>
				<CodeState state={code.state} />
				{mayOff && (
					<div className="adm-acts">
						<LinkButton
							to={`${CODES}?code=${encodeURIComponent(code.code)}&do=off`}
							variant="error-text"
							icon="close"
						>
							{t("codes.off.title")}
						</LinkButton>
					</div>
				)}
			</div>
			<div className="adm-two">
				<Uses {...loaded} />
				<div>
					<Terms {...loaded} />
					<Prices {...loaded} />
				</div>
			</div>
		</>
	);
}

function Terms({ code, madeAt, offAt }: LoadedCode) {
	const { t } = useTranslation("admin");
	const window = useWindowText(code);
	return (
		<Section title={t("codes.terms")}>
			<dl className="dl">
				<dt>{t("codes.gives")}</dt>
				<dd>{code.gives}</dd>
				<dt>{t("codes.new.scope")}</dt>
				<dd>{t(code.firstOnly ? "codes.new.first" : "codes.new.any")}</dd>
				<dt>{t("codes.when")}</dt>
				<dd>{window}</dd>
				<dt>{t("codes.used")}</dt>
				<dd>
					{code.maxUses === null ? code.used : t("codes.usedOf", { used: code.used, most: code.maxUses })}
				</dd>
				<dt>{t("codes.made")}</dt>
				<dd>{madeAt}</dd>
				{offAt && (
					<>
						<dt>{t("codes.states.off")}</dt>
						<dd>{offAt}</dd>
					</>
				)}
			</dl>
		</Section>
	);
}

function Prices({ prices }: LoadedCode) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("codes.prices")}>
			<dl className="dl">
				{prices.map(({ key, plan, days, allDays, price, amount }) => (
					<Fragment key={key}>
						<dt>{t("grant.planDays", { plan, days: t("pay.days", { count: days }) })}</dt>
						<dd>
							{amount ? (
								<>
									<s>{price}</s> {amount}
								</>
							) : (
								t("codes.forDays", { price, days: t("pay.days", { count: allDays }) })
							)}
						</dd>
					</Fragment>
				))}
			</dl>
			<p className="note">{t("codes.new.renewal")}</p>
		</Section>
	);
}

function Uses({ uses }: LoadedCode) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("codes.uses")} flush>
			{uses.length === 0 ? (
				<p className="sec-body">{t("codes.noUses")}</p>
			) : (
				<PurchasesTable caption={t("codes.uses")} purchases={uses} />
			)}
		</Section>
	);
}
