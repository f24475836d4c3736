import { expect, test } from "vitest";
import { AnswerQueue } from "../../../app/chat/providers/answer-queue.server.ts";

const never = () => new AbortController().signal;
const nobody = () => {
	throw new Error("has waited");
};

test("answers take turns in the order in which they came, and each knows its place", async () => {
	const queue = new AnswerQueue();
	const end = await queue.turn(never(), nobody);
	const places: Record<string, number[]> = { anna: [], boris: [], vera: [] };
	const order: string[] = [];
	const waiting = Object.entries(places).map(async ([name, told]) => {
		const end = await queue.turn(never(), (place) => told.push(place));
		order.push(name);
		end?.();
	});
	end?.();
	await Promise.all(waiting);
	expect(order).toEqual(["anna", "boris", "vera"]);
	expect(places).toEqual({ anna: [1], boris: [2, 1], vera: [3, 2, 1] });
	// Free again.
	expect(await queue.turn(never(), nobody)).not.toBeNull();
});

test("who gives up leaves the queue, and those behind move up", async () => {
	const queue = new AnswerQueue();
	const end = await queue.turn(never(), nobody);
	const impatient = new AbortController();
	const left = queue.turn(impatient.signal, () => {});
	const places: number[] = [];
	const next = queue.turn(never(), (place) => places.push(place));
	impatient.abort();
	expect(await left).toBeNull();
	expect(places).toEqual([2, 1]);
	end?.();
	expect(await next).not.toBeNull();
	expect(await queue.turn(impatient.signal, nobody)).toBeNull();
});

test("a turn that ends twice frees one place", async () => {
	const queue = new AnswerQueue();
	const end = await queue.turn(never(), nobody);
	const second = queue.turn(never(), () => {});
	const third = queue.turn(never(), () => {});
	end?.();
	end?.();
	await second;
	const early = await Promise.race([third, Promise.resolve("waits")]);
	expect(early).toBe("waits");
});
