const FIRST_MS = 1_000;
const SLOWEST_MS = 5_000;

/**
 * Keeps a part of the page up to date that tells how far something has come (`data-follow`: where to ask). The
 * answer is `{share, title, text}`, or null when it is over: then the page is loaded anew and says how it ended.
 * The pauses grow, and while nobody looks nothing is asked.
 */
export function followProgress(part: HTMLElement): void {
	const write = (name: string, text: string) => {
		const place = part.querySelector(`[data-follow-${name}]`);
		if (place && place.textContent !== text) place.textContent = text;
	};
	const look = async (): Promise<boolean> => {
		if (document.hidden) return false;
		const answer = await fetch(part.dataset.follow ?? "", { cache: "no-store", redirect: "error" });
		if (!answer.ok) return false;
		const going = await answer.json();
		if (going === null) return true;
		const bar = part.querySelector("progress");
		if (bar) bar.value = going.share;
		write("title", going.title);
		write("text", going.text);
		return false;
	};
	const wait = (ms: number) =>
		setTimeout(async () => {
			// No answer is no news: the line may be back the next time.
			const isOver = await look().catch(() => false);
			if (isOver) location.reload();
			else wait(Math.min(SLOWEST_MS, ms * 1.2));
		}, ms);
	wait(FIRST_MS);
}
