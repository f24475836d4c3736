import { useTranslation } from "react-i18next";
import type { Edition } from "./legal-document.server.ts";

/** Every edition stays readable: each consent refers to the edition of its time. */
export function EditionList({ editions, shown, path }: { editions: Edition[]; shown: string; path: string }) {
	const { t } = useTranslation("legal");
	return (
		<nav className="legal-editions no-print" aria-labelledby="editions">
			<h2 id="editions" className="eyebrow">
				{t("editions")}
			</h2>
			<ul>
				{editions.map(({ version, date }) => (
					<li key={version}>
						<a
							className="link"
							href={`${path}?version=${encodeURIComponent(version)}`}
							aria-current={version === shown ? "page" : undefined}
						>
							{t("edition", { date })}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
