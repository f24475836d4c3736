/**
 * A page that waits for something (`data-poll-seconds`, in seconds) polls itself, and reloads only when its content has
 * changed: nothing changes needlessly for a reader or a screen reader.
 */
export function pollPage(mark: HTMLElement): void {
	const schedule = (seconds: string | undefined) => setTimeout(poll, Math.max(1, Number(seconds)) * 1000);
	const poll = async () => {
		const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
		const text = answer?.ok ? await answer.text() : "";
		const [, seconds] = /data-poll-seconds="(\d+)"/.exec(text) ?? [];
		// A failed poll is ignored: the connection may be back the next time.
		if (text && !seconds) location.reload();
		else schedule(seconds ?? mark.dataset.pollSeconds);
	};
	schedule(mark.dataset.pollSeconds);
}
