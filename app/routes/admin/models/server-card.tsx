import { useId } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { MoveButtons } from "../move-buttons.tsx";
import { useKeyWords } from "../settings/key-field.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedModels } from "./load-models.server.ts";

const MODELS = href("/admin/models");

type ServerCardProps = LoadedModels["servers"][0] & {
	revision: string;
	mayChange: boolean;
	mayCheck: boolean;
	isFirst: boolean;
	isLast: boolean;
};

/** A server: where it is, what its key ends with, and its models. */
export function ServerCard(props: ServerCardProps) {
	const { serverKey, title, address, abroad, secret, apiKeyEnv, models } = props;
	const { revision, mayChange, mayCheck, isFirst, isLast } = props;
	const { t } = useTranslation("admin");
	const id = useId();
	const ownKey = useKeyWords(secret);
	const otherKey = apiKeyEnv ? t("models.keyByVariable", { name: apiKeyEnv }) : t("models.noKey");
	const at = `server=${serverKey}`;
	return (
		<Card padding="none" aria-labelledby={id}>
			<div className="sec-head">
				<CardTitle id={id}>{title}</CardTitle>
				<p className="server-line">
					<span className="mono">{address}</span> <span>{ownKey || otherKey}</span>{" "}
					{abroad ? <Chip tone="warning">{t("models.abroad")}</Chip> : <span>{t("models.home")}</span>}
				</p>
			</div>
			{models.length === 0 ? (
				<p className="sec-body note">{t("models.noModels")}</p>
			) : (
				<AdminTable caption={title}>
					<TableHead>
						<TableRow>
							{mayChange && <ColumnHeader>{t("models.columns.order")}</ColumnHeader>}
							{(["model", "state", "can", "price"] as const).map((column) => (
								<ColumnHeader key={column}>{t(`models.columns.${column}`)}</ColumnHeader>
							))}
						</TableRow>
					</TableHead>
					<TableBody>
						{models.map((model, place) => (
							<TableRow key={model.id}>
								{mayChange && (
									<Cell>
										<MoveButtons
											action={MODELS}
											id={model.id}
											title={model.title}
											revision={revision}
											isFirst={isFirst && place === 0}
											isLast={isLast && place === models.length - 1}
										/>
									</Cell>
								)}
								<Cell>
									{mayChange ? (
										<a className="t-link" href={`${MODELS}?do=model&model=${encodeURIComponent(model.id)}`}>
											{model.title}
										</a>
									) : (
										model.title
									)}{" "}
									<small className="mono">{model.id}</small>
								</Cell>
								<Cell>
									<span className="dot" data-state={model.off ? "deleted" : undefined}>
										{model.off ? t("models.off") : t("models.on")}
									</span>
								</Cell>
								<Cell data-label={t("models.columns.can")}>
									{model.sees && <Chip>{t("models.sees")}</Chip>}{" "}
									{model.tools && <Chip>{t("models.tools")}</Chip>}
									{!model.sees && !model.tools && t("models.nothing")}
								</Cell>
								<Cell data-label={t("models.columns.price")}>
									{model.price ? t("models.priceOf", model.price) : t("models.noPrice")}
								</Cell>
							</TableRow>
						))}
					</TableBody>
				</AdminTable>
			)}
			{mayCheck && (
				<div className="sec-foot form-acts">
					<LinkButton to={`${MODELS}?do=check&${at}`}>{t("models.check")}</LinkButton>
					{mayChange && (
						<>
							<LinkButton to={`${MODELS}?do=server&${at}`} variant="ghost">
								{t("models.configure")}
							</LinkButton>
							<LinkButton to={`${MODELS}?do=model&${at}`} variant="ghost">
								{t("models.addModel")}
							</LinkButton>
						</>
					)}
				</div>
			)}
		</Card>
	);
}
