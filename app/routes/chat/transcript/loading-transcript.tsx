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
				<Skeleton className="ml-auto h-14 w-80 max-w-full rounded-xl" />
				<div className="msg-ai">
					<Skeleton className="size-8 rounded-md" />
					<div className="space-y-3 pt-1">
						<Skeleton className="h-6 w-64 max-w-full" />
						<Skeleton className="h-4 w-full" />
						<Skeleton className="h-4 w-11/12" />
						<Skeleton className="h-4 w-3/5" />
						<Skeleton className="mt-5 h-40 w-full rounded-md" />
					</div>
				</div>
			</div>
		</div>
	);
}
