import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Versions } from "../../chat/versions.server.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Unscripted } from "./stop-form.tsx";

/** «‹ 2/3 ›» under what has several versions: each arrow is a form's button. */
export function VersionSwitch({ versions: { place, count, previous, next } }: { versions: Versions }) {
	const { t } = useTranslation("chat");
	const fetcher = useFetcher();
	return (
		<fetcher.Form className="branch" method="post" action="/chat">
			<input type="hidden" name="intent" value="choose" />
			<Unscripted />
			<IconButton
				type="submit"
				size="sm"
				iconSize="sm"
				icon="chevron-left"
				name="answerId"
				value={previous ?? ""}
				label={t("previousVersion")}
				disabled={previous === null}
			/>
			<span role="img" aria-label={t("version", { place, count })}>
				{place}/{count}
			</span>
			<IconButton
				type="submit"
				size="sm"
				iconSize="sm"
				icon="chevron-right"
				name="answerId"
				value={next ?? ""}
				label={t("nextVersion")}
				disabled={next === null}
			/>
		</fetcher.Form>
	);
}
