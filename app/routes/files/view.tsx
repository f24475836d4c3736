import { useTranslation } from "react-i18next";
import { data } from "react-router";
import * as v from "valibot";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { conversationOfPrompt } from "../../chat/conversations/conversation-of-prompt.server.ts";
import { findFiles } from "../../files/attachments.server.ts";
import { filesOfQuestion } from "../../files/files-of-prompts.server.ts";
import { makerOf } from "../../files/pictures/made-pictures.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { IconLink } from "../../ui/icon-button.tsx";
import { galleryOf } from "../chat/pictures/gallery.ts";
import { PictureViewer } from "../chat/pictures/picture-viewer.tsx";
import type { Route } from "./+types/view";

export const handle = { page: "hydrated" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

const uuid = v.pipe(v.string(), v.uuid());

/** A picture of a file, large: `?id=<id>`, `n=<page>` (1), `prompt=<id>` with the others of that question. */
export async function loader({ url, context }: Route.LoaderArgs) {
	const { id: accountId } = signedIn(context);
	const here = url.pathname + url.search;
	const [id, prompt] = [url.searchParams.get("id"), url.searchParams.get("prompt")];
	const promptId = v.is(uuid, prompt) ? prompt : null;
	if (!v.is(uuid, id)) return notFound(here);
	const files = promptId
		? await filesOfQuestion(db(), accountId, { promptId })
		: await findFiles(db(), accountId, [id]);
	const pictures = galleryOf(files);
	const n = Number(url.searchParams.get("n") ?? 1);
	const at = pictures.findIndex((picture) => picture.file.id === id && picture.n === n);
	if (at < 0) return notFound(here);
	const conversationId = promptId && (await conversationOfPrompt(db(), accountId, promptId));
	const maker = promptId ? undefined : await makerOf(db(), accountId, id);
	const message = maker ? maker.answerId : promptId;
	const conversation = maker ? maker.conversationId : conversationId;
	const back = conversation ? `/chat?c=${conversation}#m-${message}` : "/chat";
	return data({ pictures, at, promptId, back }, { headers: PRIVATE });
}

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
	const name = loaderData?.pictures[loaderData.at]?.file.name ?? "";
	return [{ title: `${name} — ${root.loaderData?.appName ?? ""}` }];
}

export default function PicturePage({ loaderData: { pictures, at, promptId, back } }: Route.ComponentProps) {
	const { t } = useTranslation(["files", "reading"]);
	return (
		<main id="main" className="viewer viewer-page">
			<h1 className="sr-only">{pictures[at]?.file.name}</h1>
			<PictureViewer
				pictures={pictures}
				at={at}
				promptId={promptId}
				close={<IconLink icon="close" label={t("picture.close")} to={back} />}
			/>
		</main>
	);
}
