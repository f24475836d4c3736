import { useTranslation } from "react-i18next";
import type texts from "../../i18n/ru/admin.ts";
import { Banner } from "../../ui/banner.tsx";

type Done = keyof (typeof texts)["done"];

/** The message after an act, shown once. In a trial with the link of the e-mail. */
export function DoneBanner({ done }: { done: { cause: string; trialLink?: string | undefined } | null }) {
	const { t } = useTranslation("admin");
	if (!done) return null;
	return (
		<Banner tone="success">
			{t(`done.${done.cause as Done}`)}{" "}
			{done.trialLink && (
				<a className="link mono" href={done.trialLink}>
					{done.trialLink}
				</a>
			)}
		</Banner>
	);
}
