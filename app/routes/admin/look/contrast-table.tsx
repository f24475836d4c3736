import { useTranslation } from "react-i18next";
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
			<table className="table-adm">
				<caption className="sr-only">{t("look.contrast")}</caption>
				<thead>
					<tr>
						{(["where", "light", "dark", "least"] as const).map((column) => (
							<th key={column} scope="col">
								{t(`look.${column}`)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{contrasts.map(({ place, light, dark, least }) => (
						<tr key={place}>
							<td>{t(`look.places.${place}`)}</td>
							<td data-label={t("look.light")}>{words(light)}</td>
							<td data-label={t("look.dark")}>{words(dark)}</td>
							<td data-label={t("look.least")}>{words(least)}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="note">{t("look.contrastNote")}</p>
		</>
	);
}
