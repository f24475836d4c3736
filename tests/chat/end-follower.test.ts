import { expect, test } from "vitest";
import { EndFollower } from "../../app/routes/chat/transcript/end-follower.ts";

const SECOND = 1000;

/** A box of 400 px, whose content grows by jumps; positions stay within it, as in a browser. */
function openView(height = 1_000) {
	let top = 0;
	const box = {
		clientHeight: 400,
		scrollHeight: height,
		get scrollTop() {
			return top;
		},
		set scrollTop(to: number) {
			top = Math.max(0, Math.min(to, box.scrollHeight - box.clientHeight));
		},
	};
	const end = new EndFollower(true);
	end.resized(box);
	const grow = (by: number) => {
		box.scrollHeight += by;
		end.resized(box);
	};
	const scroll = (by: number, at: number, writing = true) => {
		box.scrollTop += by;
		end.scrolled(box, at, writing);
	};
	const left = () => box.scrollHeight - box.scrollTop - box.clientHeight;
	return { box, end, grow, scroll, left };
}

test("an answer is followed over jumps of any size, and over scrolling that nobody did", () => {
	const { box, end, grow, scroll, left } = openView();
	grow(300);
	expect(left()).toBe(0);
	// WebKit tells of the scrolling of before when the text has already grown.
	box.scrollHeight += 300;
	end.scrolled(box, SECOND, true);
	end.resized(box);
	expect(left()).toBe(0);
	// It also takes a position back that it has not drawn yet.
	scroll(-300, 2 * SECOND);
	grow(20);
	expect(end.following).toBe(true);
	expect(left()).toBe(0);
});

test("what scrolls up while no answer is written is a search in the page or a screen reader, and is not taken back", () => {
	const { end, grow, scroll, left } = openView();
	scroll(-500, SECOND, false);
	expect(end.following).toBe(false);
	grow(300);
	expect(left()).toBe(800);
});

test("a box that has become higher is scrolled up before it tells of its size: nobody did that", () => {
	const { box, end, left } = openView();
	box.clientHeight -= 60;
	end.resized(box);
	// A question is sent: the composer becomes lower, and the transcript longer.
	box.clientHeight += 60;
	box.scrollTop = box.scrollHeight;
	box.scrollHeight += 200;
	end.scrolled(box, SECOND, false);
	end.resized(box);
	expect(end.following).toBe(true);
	expect(left()).toBe(0);
});

test("the reader's wheel, finger or key ends the following at once, by however little", () => {
	const { end, grow, scroll, left } = openView();
	end.input(SECOND);
	scroll(-20, SECOND + 16);
	expect(end.following).toBe(false);
	grow(300);
	expect(left()).toBe(320);
});

test("a scrollbar is the reader's while it is held, however long", () => {
	const { end, scroll } = openView();
	end.hold();
	scroll(-200, 60 * SECOND);
	expect(end.following).toBe(false);
	scroll(200, 61 * SECOND);
	end.release(62 * SECOND);
	scroll(-200, 70 * SECOND);
	expect(end.following).toBe(true);
});

test("scrolling down to the end follows again, and so does content that has become as short as the view", () => {
	const { box, end, grow, scroll, left } = openView(3_000);
	end.input(SECOND);
	scroll(-1_000, SECOND);
	scroll(500, SECOND);
	expect(end.following).toBe(false);
	scroll(450, SECOND);
	expect(end.following).toBe(true);
	grow(300);
	expect(left()).toBe(0);

	end.input(2 * SECOND);
	scroll(-1_000, 2 * SECOND);
	expect(end.following).toBe(false);
	// The last answer is written anew: it begins without a text.
	box.scrollTop -= 700;
	box.scrollHeight = box.scrollTop + box.clientHeight;
	end.resized(box);
	grow(300);
	expect(left()).toBe(0);
});
