/** The distance from the end within which scrolling down counts as having reached it. */
const NEAR_PX = 80;

/** After a wheel, a touch or a key, scrolling is the reader's for this time: browsers scroll smoothly. */
const READER_MS = 1000;

type ScrollBox = Pick<HTMLElement, "scrollTop" | "scrollHeight" | "clientHeight">;

const distanceToEnd = ({ scrollTop, scrollHeight, clientHeight }: ScrollBox) =>
	scrollHeight - scrollTop - clientHeight;

export const isNearEnd = (box: ScrollBox) => distanceToEnd(box) <= NEAR_PX;

/**
 * Decides whether a view follows the end of what grows in it. While an answer is written only the reader ends the
 * following: the distance says nothing, because a browser may report a position from before the growth (WebKit does),
 * and one piece may be longer than any distance. Otherwise whatever scrolls up ends it, such as a search in the page or
 * a screen reader. Times are in milliseconds of `performance.now()`.
 */
export class EndFollower {
	following: boolean;
	#top = 0;
	#height = 0;
	#clientHeight = 0;
	#readerUntil = Number.NEGATIVE_INFINITY;

	constructor(following: boolean) {
		this.following = following;
	}

	/** The reader has used a wheel, a finger or a key. */
	input(now: number): void {
		this.#readerUntil = now + READER_MS;
	}

	/** The reader holds a pointer down, on a scrollbar or a selection. */
	hold(): void {
		this.#readerUntil = Number.POSITIVE_INFINITY;
	}

	/** A pointer was let go. */
	release(now: number): void {
		if (this.#readerUntil === Number.POSITIVE_INFINITY) this.input(now);
	}

	/**
	 * The box has been scrolled, by whomever.
	 * @param writing an answer is being written in it
	 */
	scrolled(box: ScrollBox, now: number, writing: boolean): void {
		const { scrollTop, clientHeight } = box;
		const away = scrollTop < this.#top && distanceToEnd(box) > 1;
		// Browsers tell of scrolling before they tell of sizes, and a box that has become higher is scrolled up.
		const resizing = clientHeight !== this.#clientHeight;
		if (away && (now <= this.#readerUntil || !(writing || resizing))) this.following = false;
		else if (scrollTop > this.#top && isNearEnd(box)) this.following = true;
		this.#top = scrollTop;
	}

	/** The box or its content has another size. */
	resized(box: ScrollBox): void {
		// A transcript that has become shorter may end where the reader is: an answer that is written anew.
		if (box.scrollHeight < this.#height && distanceToEnd(box) <= 1) this.following = true;
		if (this.following) box.scrollTop = box.scrollHeight;
		this.#top = box.scrollTop;
		this.#height = box.scrollHeight;
		this.#clientHeight = box.clientHeight;
	}
}
