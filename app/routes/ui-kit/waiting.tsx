import { useState } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Card } from "../../ui/card.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { Progress, ProgressCircle, ProgressLine } from "../../ui/progress.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Sample, Section } from "./section.tsx";

const words = uiKit.waiting;
const PAGES = 12;

export function Waiting() {
	const [page, setPage] = useState(6);
	return (
		<Section title={words.title}>
			<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
				<Card as="div" className="space-y-6">
					<Sample name={words.known}>
						<Progress label={words.upload} value={0.62} />
					</Sample>
					<Sample name={words.unknown}>
						<ProgressLine label={words.upload} />
					</Sample>
					<Sample name={words.circles}>
						<div className="flex gap-4">
							<ProgressCircle label={words.upload} value={0.25} />
							<ProgressCircle label={words.upload} value={0.8} />
							<ProgressCircle label={words.upload} />
						</div>
					</Sample>
				</Card>
				<Card as="div" className="space-y-6">
					<Sample name={words.skeleton}>
						<div className="flex items-center gap-3" aria-busy="true">
							<Skeleton className="size-10 rounded-xl" />
							<div className="flex-1 space-y-2">
								<Skeleton className="h-4 w-3/4" />
								<Skeleton className="h-4 w-1/2" />
							</div>
						</div>
					</Sample>
					<Sample name={words.pages}>
						<Pagination
							label={words.payments}
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
