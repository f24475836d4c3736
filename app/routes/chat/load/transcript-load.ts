import type { ShouldRevalidateFunctionArgs } from "react-router";
import { isForFrameOnly } from "../../../connection/revalidation.ts";

/** Whether a transcript has been asked for and has not come yet. */
let awaited = false;

/**
 * The `shouldRevalidate` of the chat's screen. An act that stays on the page and the news of a title change what
 * stands around the transcript; that, with up to fifty messages, is not rendered and sent again for them. While a
 * transcript is on its way it is asked for all the same: the framework gives up the older of two requests.
 */
export function needsTranscript(asked: ShouldRevalidateFunctionArgs): boolean {
	if (!awaited && keepsTranscript(asked)) return false;
	awaited ||= asked.defaultShouldRevalidate;
	return asked.defaultShouldRevalidate;
}

/** The screen has got what its loader answered. */
export function transcriptCame(): void {
	awaited = false;
}

function keepsTranscript({
	currentUrl,
	nextUrl,
	formMethod,
	formData,
}: ShouldRevalidateFunctionArgs): boolean {
	if (currentUrl.href.replace(/#.*/, "") !== nextUrl.href.replace(/#.*/, "")) return false;
	// What was found bears the names of conversations too.
	if (nextUrl.searchParams.has("q")) return false;
	return formMethod ? formData?.has("stay") === true : isForFrameOnly();
}
