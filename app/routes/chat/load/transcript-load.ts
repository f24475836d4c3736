import type { ShouldRevalidateFunctionArgs } from "react-router";
import { isForFrameOnly } from "../../../connection/revalidation.ts";

/** Whether a transcript is being loaded. */
let awaited = false;

/**
 * The `shouldRevalidate` of the chat's screen. An action without navigation and a new title change only the frame;
 * the transcript, with up to fifty messages, is not rendered and sent again for them. While a transcript is being
 * loaded it revalidates all the same: the framework aborts the older of two requests.
 */
export function needsTranscript(asked: ShouldRevalidateFunctionArgs): boolean {
	if (!awaited && isTranscriptUnchanged(asked)) return false;
	awaited ||= asked.defaultShouldRevalidate;
	return asked.defaultShouldRevalidate;
}

/** The loader's data has arrived. */
export function transcriptLoaded(): void {
	awaited = false;
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
