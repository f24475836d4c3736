import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamBatch } from "../../../../app/chat/providers/thread/stream-messages.server.ts";
import { StreamOutbox } from "../../../../app/chat/providers/thread/stream-outbox.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function outbox() {
	const sent: StreamBatch[] = [];
	const rest = vi.fn();
	return { sent, rest, outbox: new StreamOutbox((batch) => void sent.push(batch), rest) };
}
const text = (words: string) => ({ kind: "text", text: words }) as const;
const END = { kind: "end", finish: "stop" } as const;

test("one batch is under way at a time; what comes meanwhile is merged by stream and in its order", () => {
	const { sent, outbox: box } = outbox();
	box.put(1, text("а"));
	vi.advanceTimersByTime(20);
	expect(sent).toEqual([[1, "а"]]);
	box.put(1, text("б"));
	box.put(2, { kind: "reasoning", text: "думаю" });
	box.put(1, text("в"));
	box.put(2, { kind: "reasoning", text: " ещё" });
	box.put(2, text("да"));
	box.put(1, END);
	vi.advanceTimersByTime(1_000);
	expect(sent).toHaveLength(1);
	box.taken([]);
	vi.advanceTimersByTime(20);
	expect(sent[1]).toEqual([1, "бв", 1, END, 2, { kind: "reasoning", text: "думаю ещё" }, 2, "да"]);
});

test("each batch is followed by one rest", () => {
	const { sent, rest, outbox: box } = outbox();
	box.put(1, text("а"));
	box.put(2, text("б"));
	vi.advanceTimersByTime(20);
	expect([sent.length, rest.mock.calls.length]).toEqual([1, 1]);
	box.put(1, text("в"));
	vi.advanceTimersByTime(1_000);
	expect([sent.length, rest.mock.calls.length]).toEqual([1, 1]);
	box.taken([]);
	vi.advanceTimersByTime(20);
	expect([sent.length, rest.mock.calls.length]).toEqual([2, 2]);
});

test("a stream that is behind keeps no other waiting, and goes on where it is behind no more", () => {
	const { sent, outbox: box } = outbox();
	box.put(1, text("а"));
	vi.advanceTimersByTime(20);
	box.put(1, text("б"));
	box.put(2, text("x"));
	box.taken([1]);
	vi.advanceTimersByTime(20);
	expect(sent[1]).toEqual([2, "x"]);
	box.taken([1]);
	vi.advanceTimersByTime(20);
	expect(sent).toHaveLength(2);
	box.taken([]);
	vi.advanceTimersByTime(20);
	expect(sent[2]).toEqual([1, "б"]);
});

test("past enough of a stream its source waits, until it is sent or nobody takes it", async () => {
	const { outbox: box } = outbox();
	expect(box.put(1, text("а"))).toBeUndefined();
	const sent = box.put(1, text("а".repeat(70_000)));
	const dropped = box.put(2, text("б".repeat(70_000)));
	const settled: string[] = [];
	void sent?.then(() => settled.push("sent"));
	void dropped?.then(() => settled.push("dropped"));
	await Promise.resolve();
	expect(settled).toEqual([]);
	box.drop(2);
	await Promise.resolve();
	expect(settled).toEqual(["dropped"]);
	vi.advanceTimersByTime(20);
	await Promise.resolve();
	expect(settled).toEqual(["dropped", "sent"]);
});

test("a piece that the source goes on using is not changed by what follows it", () => {
	const { outbox: box } = outbox();
	const piece = { kind: "text" as const, text: "а" };
	box.put(1, piece);
	box.put(1, text("б"));
	expect(piece.text).toBe("а");
});
