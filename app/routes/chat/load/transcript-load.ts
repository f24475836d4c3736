import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { FrameworkPage } from "../../../build-version/framework.ts";
import { isForFrameOnly } from "../../../connection/revalidation.ts";

/** The data that the page had when a load of the transcript began; undefined: none was begun. */
let before: unknown;

/**
 * The `shouldRevalidate` of the chat's screen. An action without navigation and a new title change only the frame;
 * the transcript, with up to fifty messages, is not rendered and sent again for them. While a transcript is being
 * loaded it revalidates all the same: the framework aborts the older of two requests. Whether a load has ended is read
 * from the router: a component is rendered with its data later, when the next load may already be under way.
 */
export function needsTranscript(asked: ShouldRevalidateFunctionArgs): boolean {
	const now = (window as FrameworkPage).__reactRouterDataRouter?.state.loaderData?.["routes/chat/index"];
	if (before && before === now) return true;
	if (isTranscriptUnchanged(asked) || !asked.defaultShouldRevalidate) return false;
	before = now;
	return true;
}

function isTranscriptUnchanged({
	currentUrl,
	nextUrl,
	formMethod,
	formData,
}: ShouldRevalidateFunctionArgs): boolean {
	if (currentUrl.href.replace(/#.*/, "") !== nextUrl.href.replace(/#.*/, "")) return false;
	// Search results contain titles of conversations too.
	if (nextUrl.searchParams.has("q")) return false;
	return formMethod ? formData?.has("stay") === true : isForFrameOnly();
}
