const FIRST_MS = 1_000;
const SLOWEST_MS = 5_000;

/**
 * Polls the progress shown in a part of the page (`data-follow`: the address). The response is `{share, title,
 * text}`, or null when the work has ended: then the page reloads and shows the result. The interval grows, and a
 * hidden page does not poll.
 */
export function followProgress(part: HTMLElement): void {
	const write = (name: string, text: string) => {
		const element = part.querySelector(`[data-follow-${name}]`);
		if (element && element.textContent !== text) element.textContent = text;
	};
	const poll = async (): Promise<boolean> => {
		if (document.hidden) return false;
		const answer = await fetch(part.dataset.follow ?? "", { cache: "no-store", redirect: "error" });
		if (!answer.ok) return false;
		const progress = await answer.json();
		if (progress === null) return true;
		const bar = part.querySelector("progress");
		if (bar) bar.value = progress.share;
		write("title", progress.title);
		write("text", progress.text);
		return false;
	};
	const schedule = (ms: number) =>
		setTimeout(async () => {
			// A failed poll is ignored: the connection may be back the next time.
			const isOver = await poll().catch(() => false);
			if (isOver) location.reload();
			else schedule(Math.min(SLOWEST_MS, ms * 1.2));
		}, ms);
	schedule(FIRST_MS);
}
