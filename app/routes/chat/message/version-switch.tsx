import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Versions } from "../../../chat/conversations/versions.server.ts";
import type { IconName } from "../../../icons/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Unscripted } from "./stop-form.tsx";

/** «‹ 2/3 ›» under a message with several versions: each arrow is a form. */
export function VersionSwitch({ versions: { position, count, previous, next } }: { versions: Versions }) {
	const { t } = useTranslation("chat");
	return (
		<div className="branch">
			<Choose answerId={previous} icon="chevron-left" label={t("previousVersion")} />{" "}
			<span role="img" aria-label={t("version", { position, count })}>
				{position}/{count}
			</span>{" "}
			<Choose answerId={next} icon="chevron-right" label={t("nextVersion")} />
		</div>
	);
}

type ChooseProps = { answerId: string | null; icon: IconName; label: string };

function Choose({ answerId, icon, label }: ChooseProps) {
	const fetcher = useFetcher();
	return (
		<fetcher.Form className="contents" method="post" action="/chat">
			<input type="hidden" name="intent" value="choose" />
			<input type="hidden" name="answerId" value={answerId ?? ""} />
			<Unscripted />
			<IconButton
				type="submit"
				size="sm"
				iconSize="sm"
				icon={icon}
				label={label}
				disabled={answerId === null}
			/>
		</fetcher.Form>
	);
}
