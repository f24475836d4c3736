import { useTranslation } from "react-i18next";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedLook } from "./load-look.server.ts";

/** Rounded down, as one may not round up to what is needed. */
const down = (contrast: number) => Math.floor(contrast * 10) / 10;

/** How well the accent is seen where it is used. */
export function ContrastTable({ contrasts }: Pick<LoadedLook, "contrasts">) {
	const { t, i18n } = useTranslation("admin");
	const words = (contrast: number) => new Intl.NumberFormat(i18n.language).format(down(contrast));
	return (
		<>
			<h3 className="look-contrast">{t("look.contrast")}</h3>
			<AdminTable caption={t("look.contrast")}>
				<TableHead>
					<TableRow>
						{(["where", "light", "dark", "least"] as const).map((column) => (
							<ColumnHeader key={column}>{t(`look.${column}`)}</ColumnHeader>
						))}
					</TableRow>
				</TableHead>
				<TableBody>
					{contrasts.map(({ place, light, dark, least }) => (
						<TableRow key={place}>
							<Cell>{t(`look.places.${place}`)}</Cell>
							<Cell data-label={t("look.light")}>{words(light)}</Cell>
							<Cell data-label={t("look.dark")}>{words(dark)}</Cell>
							<Cell data-label={t("look.least")}>{words(least)}</Cell>
						</TableRow>
					))}
				</TableBody>
			</AdminTable>
			<p className="note">{t("look.contrastNote")}</p>
		</>
	);
}
