import { useTranslation } from "react-i18next";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** The skeleton of a loading conversation, with a text for screen readers. */
export function LoadingTranscript() {
	const { t } = useTranslation("chat");
	return (
		<div className="chat-scroll" aria-busy="true">
			<p className="sr-only" role="status">
				{t("loading")}
			</p>
			<div className="thread" aria-hidden="true">
				<Skeleton className="ml-auto h-12 w-3/5" />
				<div className="space-y-3">
					<Skeleton className="h-4 w-full" />
					<Skeleton className="h-4 w-11/12" />
					<Skeleton className="h-4 w-4/5" />
				</div>
			</div>
		</div>
	);
}
