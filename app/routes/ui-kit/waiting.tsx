import { useState } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { Progress } from "../../ui/progress.tsx";
import { ProgressCircle } from "../../ui/progress-circle.tsx";
import { ProgressLine } from "../../ui/progress-line.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Sample, Section } from "./section.tsx";

const texts = uiKit.waiting;
const PAGES = 12;

export function Waiting() {
	const [page, setPage] = useState(6);
	return (
		<Section title={texts.title}>
			<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
				<Card as="div" className="space-y-6">
					<Sample name={texts.known}>
						<Progress label={texts.upload} value={0.62} />
					</Sample>
					<Sample name={texts.unknown}>
						<ProgressLine label={texts.upload} />
					</Sample>
					<Sample name={texts.circles}>
						<div className="flex gap-4">
							<ProgressCircle label={texts.upload} value={0.25} />
							<ProgressCircle label={texts.upload} value={0.8} />
							<ProgressCircle label={texts.upload} />
						</div>
					</Sample>
				</Card>
				<Card as="div" className="space-y-6">
					<Sample name={texts.skeleton}>
						<div className="flex items-center gap-3" aria-busy="true">
							<Skeleton className="size-10 rounded-xl" />
							<div className="flex-1 space-y-2">
								<Skeleton className="h-4 w-3/4" />
								<Skeleton className="h-4 w-1/2" />
							</div>
						</div>
					</Sample>
					<Sample name={texts.pages}>
						<Pagination
							label={texts.payments}
							page={page}
							pages={PAGES}
							hrefOf={(to) => `/ui-kit?page=${to}`}
							go={(href) => setPage(Number(href.split("=")[1]))}
						/>
					</Sample>
				</Card>
			</div>
		</Section>
	);
}
