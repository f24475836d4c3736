import { LegalDocumentPage } from "../legal/legal-document-page.tsx";
import { loadLegalDocument } from "../legal/load-legal-document.server.ts";
import { legalDocumentMeta } from "../legal/meta.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import type { Route } from "./+types/oferta";

export const handle = { page: "static", listed: true } satisfies PageHandle;
export const meta: Route.MetaFunction = ({ matches, loaderData }) => legalDocumentMeta(matches, loaderData);
export const loader = ({ request }: Route.LoaderArgs) => loadLegalDocument("oferta", request);

export default function Oferta({ loaderData }: Route.ComponentProps) {
	return <LegalDocumentPage {...loaderData} />;
}
