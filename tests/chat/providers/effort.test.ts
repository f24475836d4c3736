import { expect, test } from "vitest";
import {
	EFFORT_PARAMS,
	type EffortParam,
	effortFields,
	refusesEffort,
} from "../../../app/chat/providers/wire/effort.server.ts";

test("each server is told in its own way how long to reason", () => {
	const told = (longer: boolean) =>
		EFFORT_PARAMS.map((param) => effortFields(param, { value: longer ? "high" : "low", longer }));
	expect(told(true)).toEqual([
		{ reasoning_effort: "high" },
		{ reasoning: { effort: "high" } },
		{ thinking: { type: "enabled" } },
		{ enable_thinking: true },
		{ chat_template_kwargs: { enable_thinking: true } },
	]);
	expect(told(false)).toEqual([
		{ reasoning_effort: "low" },
		{ reasoning: { effort: "low" } },
		{ thinking: { type: "disabled" } },
		{ enable_thinking: false },
		{ chat_template_kwargs: { enable_thinking: false } },
	]);
	expect(EFFORT_PARAMS.map((param) => effortFields(param, undefined))).toEqual(EFFORT_PARAMS.map(() => ({})));
});

const refused = (param: EffortParam, status: number, message: string) =>
	refusesEffort(param, status, { error: { message } });

test("a refusal is one that names the field", () => {
	expect(refused("reasoning_effort", 400, "Unrecognized request argument supplied: reasoning_effort")).toBe(
		true,
	);
	expect(refused("reasoning_effort", 422, "body.reasoning_effort: Extra inputs are not permitted")).toBe(
		true,
	);
	expect(refused("reasoning", 400, "Unknown parameter: 'reasoning.effort'.")).toBe(true);
	expect(refused("thinking", 400, "unexpected field `thinking`")).toBe(true);
	expect(refused("enable_thinking", 400, "parameter.enable_thinking must be set to false")).toBe(true);
	expect(refused("chat_template_kwargs", 400, "chat_template_kwargs is not supported")).toBe(true);
});

test("another refusal is none of it", () => {
	expect(refused("reasoning_effort", 500, "reasoning_effort")).toBe(false);
	expect(refused("reasoning_effort", 400, "model is required")).toBe(false);
	const back = "The `reasoning_content` in the thinking mode must be passed back to the API.";
	for (const param of EFFORT_PARAMS) expect(refused(param, 400, back)).toBe(false);
});
