/**
 * A page that waits for something (`data-look-again`, in seconds) polls itself, and reloads only when its content has
 * changed: nothing changes needlessly for a reader or a screen reader.
 */
export function lookAgain(mark: HTMLElement): void {
	const wait = (seconds: string | undefined) => setTimeout(look, Math.max(1, Number(seconds)) * 1000);
	const look = async () => {
		const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
		const text = answer?.ok ? await answer.text() : "";
		const [, seconds] = /data-look-again="(\d+)"/.exec(text) ?? [];
		// A failed poll is ignored: the connection may be back the next time.
		if (text && !seconds) location.reload();
		else wait(seconds ?? mark.dataset.lookAgain);
	};
	wait(mark.dataset.lookAgain);
}
