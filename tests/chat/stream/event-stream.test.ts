import { expect, test } from "vitest";
import {
	closeEventStreams,
	eventStream,
	openEventStreams,
} from "../../../app/chat/stream/event-stream.server.ts";
import type { StreamReader } from "../../../app/chat/stream/stream-changes.server.ts";

/** A stream of ours, and what its source is told. */
function stream() {
	let reader: StreamReader = { take() {}, over() {} };
	const told = { left: 0 };
	const response = eventStream((given) => {
		reader = given;
		return () => {
			told.left++;
		};
	});
	return {
		response,
		told,
		take: (text: string) => reader.take(Buffer.from(text)),
		over: () => reader.over(),
	};
}

test("a reader who leaves is forgotten, and closing all ends them without an end event", async () => {
	const leaving = stream();
	expect(openEventStreams()).toBe(1);
	await leaving.response.body?.cancel();
	expect([openEventStreams(), leaving.told.left]).toEqual([0, 1]);
	leaving.take("nobody hears this");

	const staying = stream();
	staying.take("id: 1\n\n");
	closeEventStreams();
	expect(await staying.response.text()).toBe(": ok\n\nid: 1\n\n");
	expect([openEventStreams(), staying.told.left]).toEqual([0, 1]);
});

test("the end ends the answer to the request, after everything that was said", async () => {
	const { response, told, take, over } = stream();
	take("id: 1\n\n");
	over();
	over();
	expect(await response.text()).toBe(": ok\n\nid: 1\n\n");
	expect(told.left).toBe(1);
});

test("a reader for whom more than 256 KB wait is let go, and what waited is thrown away", async () => {
	const { response, told, take } = stream();
	const piece = "я".repeat(8 * 1024);
	take("id: 1\n\n");
	for (let i = 0; i < 16; i++) take(piece);
	expect(told.left).toBe(0);
	take(piece);
	take(piece);
	expect([told.left, openEventStreams()]).toEqual([1, 0]);
	await expect(response.text()).rejects.toThrow("too slow");
});

test("a whole answer may be larger than that, if it comes first", async () => {
	const { response, told, take, over } = stream();
	take("я".repeat(1024 * 1024));
	take("ещё");
	expect(told.left).toBe(0);
	over();
	expect((await response.text()).endsWith("яещё")).toBe(true);
});
