import { expect, onTestFinished, test, vi } from "vitest";
import { followAnswer } from "../../app/routes/chat/live/follow-answer.ts";

const SECOND = 1_000;

class Stream extends EventTarget {
	static readonly opened: Stream[] = [];
	readonly address: string;
	isClosed = false;

	constructor(address: string) {
		super();
		this.address = address;
		Stream.opened.push(this);
	}

	close(): void {
		this.isClosed = true;
	}
}

test("a page that was not seen for long opens its stream anew: a phone that slept is told nothing of a dead one", () => {
	const page = new EventTarget();
	const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
	vi.stubGlobal("EventSource", Stream);
	vi.stubGlobal("document", tab);
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});
	const see = (visibilityState: string) => {
		tab.visibilityState = visibilityState;
		tab.dispatchEvent(new Event("visibilitychange"));
	};
	const hideFor = (ms: number) => {
		see("hidden");
		vi.setSystemTime(Date.now() + ms);
		see("visible");
	};
	const leave = followAnswer("answer", 7, {
		update: () => {},
		ended: () => {},
		titled: () => {},
		waiting: () => {},
		signedOut: () => {},
	});
	hideFor(20 * SECOND);
	hideFor(20 * SECOND);
	expect(Stream.opened).toHaveLength(1);
	hideFor(40 * SECOND);
	const [first, second] = Stream.opened;
	expect([first?.isClosed, second?.isClosed]).toEqual([true, false]);
	expect(second?.address).toBe(first?.address);
	expect(second?.address).toContain("after=7");
	leave();
	hideFor(40 * SECOND);
	expect(Stream.opened).toHaveLength(2);
});
