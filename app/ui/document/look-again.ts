/**
 * A page that waits for something (`data-look-again`, in seconds) asks for itself now and then, and is loaded
 * anew only when it has been answered otherwise: under who reads or listens nothing moves in vain.
 */
export function lookAgain(mark: HTMLElement): void {
	const wait = (seconds: string | undefined) => setTimeout(look, Math.max(1, Number(seconds)) * 1000);
	const look = async () => {
		const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
		const text = answer?.ok ? await answer.text() : "";
		const [, seconds] = /data-look-again="(\d+)"/.exec(text) ?? [];
		// No answer is no news: the line may be back the next time.
		if (text && !seconds) location.reload();
		else wait(seconds ?? mark.dataset.lookAgain);
	};
	wait(mark.dataset.lookAgain);
}
