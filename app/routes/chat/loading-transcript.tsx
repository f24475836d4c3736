import { useTranslation } from "react-i18next";

/** A conversation on its way: its future shape, and one word for those who cannot see it. */
export function LoadingTranscript() {
	const { t } = useTranslation("chat");
	return (
		<div className="chat-scroll" aria-busy="true">
			<p className="sr-only" role="status">
				{t("loading")}
			</p>
			<div className="thread" aria-hidden="true">
				<div className="skeleton ml-auto h-12 w-3/5" />
				<div className="space-y-3">
					<div className="skeleton h-4 w-full" />
					<div className="skeleton h-4 w-11/12" />
					<div className="skeleton h-4 w-4/5" />
				</div>
			</div>
		</div>
	);
}
