import { useId } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { useKeyWords } from "../settings/key-field.tsx";
import { AdminTable } from "../table.tsx";
import type { ShownServer } from "./load-tools.server.ts";

const TOOLS = href("/admin/tools");
const TONES = { read: "success", keyed: "info", unsafe: "warning" } as const;
const DOTS = {
	serves: "dot",
	failed: "dot dot-bad",
	idle: "dot dot-off",
	"left-out": "dot dot-bad",
} as const;

type ServerCardProps = ShownServer & { mayChange: boolean; mayAsk: boolean };

/** An MCP server: where it is, what its key ends with, and the tools of it that may be used. */
export function ServerCard(props: ServerCardProps) {
	const { serverKey, title, address, program, secret, variables, abroad, state, refusal, tools } = props;
	const { mayChange, mayAsk } = props;
	const { t } = useTranslation("admin");
	const id = useId();
	const keyWords = useKeyWords(secret);
	const at = `server=${serverKey}`;
	return (
		<Card padding="none" aria-labelledby={id}>
			<div className="sec-head tool-head">
				<CardTitle id={id}>{title}</CardTitle>{" "}
				<span className={DOTS[state]}>{t(`tools.states.${state}`)}</span>
				<p className="server-line">
					<span className="mono">{address ?? program}</span> {program && <span>{t("tools.program")}</span>}{" "}
					<span>{keyWords}</span>{" "}
					{variables.length > 0 && (
						<span>{t("tools.variables", { count: variables.length, names: variables.join(", ") })}</span>
					)}{" "}
					{abroad && <Chip tone="warning">{t("models.abroad")}</Chip>}
				</p>
				{refusal && (
					<p className="note">
						<Icon name="alert-circle" /> {t("tools.leftOut", { why: refusal })}
					</p>
				)}
			</div>
			{tools.length === 0 ? (
				<p className="sec-body note">{t("tools.noTools")}</p>
			) : (
				<AdminTable caption={title}>
					<TableHead>
						<TableRow>
							{(["tool", "effect", "asks"] as const).map((column) => (
								<ColumnHeader key={column}>{t(`tools.columns.${column}`)}</ColumnHeader>
							))}
						</TableRow>
					</TableHead>
					<TableBody>
						{tools.map((tool) => (
							<TableRow key={tool.name}>
								<Cell>
									{tool.title} <small className="mono">{tool.name}</small>
								</Cell>
								<Cell data-label={t("tools.columns.effect")}>
									<Chip tone={TONES[tool.effect]}>{t(`tools.effects.${tool.effect}`)}</Chip>
								</Cell>
								<Cell data-label={t("tools.columns.asks")}>
									{t(tool.asks ? "tools.asks" : "tools.asksNot")}
								</Cell>
							</TableRow>
						))}
					</TableBody>
				</AdminTable>
			)}
			{/* A program is not asked by a screen: that would start it. */}
			{(mayChange || (mayAsk && program === null)) && (
				<div className="sec-foot form-acts">
					<LinkButton to={`${TOOLS}?do=allow&${at}`}>{t("tools.allow")}</LinkButton>
					{mayChange && (
						<LinkButton to={`${TOOLS}?do=server&${at}`} variant="ghost">
							{t("tools.configure")}
						</LinkButton>
					)}
				</div>
			)}
		</Card>
	);
}
