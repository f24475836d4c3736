/** The element that scrolls the transcript: the transcript itself, on a low screen the whole panel. */
export function scrollBoxOf(transcript: HTMLElement): HTMLElement {
	if (getComputedStyle(transcript).overflowY !== "visible") return transcript;
	return transcript.closest<HTMLElement>(".chat-panel") ?? transcript;
}
