import { loadPaper } from "../papers/load-paper.server.ts";
import { paperMeta } from "../papers/meta.ts";
import { PaperPage } from "../papers/paper-page.tsx";
import type { PageHandle } from "../shell/page/page-handle.ts";
import type { Route } from "./+types/privacy";

export const handle = { page: "document", listed: true } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches, loaderData }) => paperMeta(matches, loaderData);
export const loader = ({ request }: Route.LoaderArgs) => loadPaper("privacy", request);

export default function Privacy({ loaderData }: Route.ComponentProps) {
	return <PaperPage {...loaderData} />;
}
