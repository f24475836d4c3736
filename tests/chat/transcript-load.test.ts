import type { ShouldRevalidateFunctionArgs } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { revalidateFor } from "../../app/connection/revalidation.ts";
import { needsTranscript } from "../../app/routes/chat/load/transcript-load.ts";

const HERE = "http://localhost/chat?c=1";

const router: { state: { loaderData: Record<string, unknown> } } = { state: { loaderData: {} } };
vi.stubGlobal("window", { __reactRouterDataRouter: router });
/** A load of the transcript has ended: the router has its data, whatever is rendered yet. */
const transcriptLoaded = () => {
	router.state.loaderData = { "routes/chat/index": {} };
};

type Sent = { from?: string; to?: string; form?: Record<string, string>; status?: number };

/** What the framework asks a route about, after a form or without one. */
function asked({ from = HERE, to = HERE, form, status = 200 }: Sent = {}): ShouldRevalidateFunctionArgs {
	const formData = new FormData();
	for (const [name, value] of Object.entries(form ?? {})) formData.set(name, value);
	return {
		currentUrl: new URL(from),
		nextUrl: new URL(to),
		currentParams: {},
		nextParams: {},
		defaultShouldRevalidate: status < 400,
		...(form && { formMethod: "POST", formAction: "/chat", formData, actionStatus: status }),
	};
}
const needs = (sent?: Sent) => {
	const needed = needsTranscript(asked(sent));
	if (needed) transcriptLoaded();
	return needed;
};
const inFrame = async (sent?: Sent) => {
	let needed: boolean | undefined;
	await revalidateFor("frame", async () => {
		needed = needsTranscript(asked(sent));
	});
	return needed;
};

beforeEach(transcriptLoaded);

describe("the transcript is loaded anew", () => {
	test.each(["rate", "rename", "pin", "archive", "delete", "instruct", "pick-model"])(
		"not for «%s» of a screen that stays",
		(intent) => {
			expect(needs({ form: { intent, stay: "1" } })).toBe(false);
			expect(needs({ form: { intent, stay: "1" }, from: `${HERE}#last` })).toBe(false);
		},
	);

	test.each(["ask", "edit", "regenerate", "continue", "choose", "rename"])(
		"for «%s» that leads on",
		(intent) => {
			expect(needs({ form: { intent } })).toBe(true);
			expect(needs({ form: { intent }, status: 409 })).toBe(false);
		},
	);

	test("for another address, whatever was sent meanwhile, and for what was found", () => {
		const pin = { intent: "pin", stay: "1" };
		expect(needs({ to: "http://localhost/chat?c=2" })).toBe(true);
		expect(needs({ to: "http://localhost/chat?c=2", form: pin })).toBe(true);
		const found = "http://localhost/chat?q=чай";
		expect(needs({ from: found, to: found, form: pin })).toBe(true);
	});

	test("when the page is asked anew, and not when only its frame is", async () => {
		expect(needs()).toBe(true);
		expect(await inFrame()).toBe(false);
		expect(needs()).toBe(true);
		expect(await inFrame({ to: "http://localhost/chat?c=2" })).toBe(true);
	});

	test("while one is on its way, by whatever comes in between", async () => {
		const pin = { intent: "pin", stay: "1" };
		expect(needsTranscript(asked({ form: { intent: "choose" } }))).toBe(true);
		expect(needsTranscript(asked({ form: pin }))).toBe(true);
		expect(await inFrame()).toBe(true);
		transcriptLoaded();
		expect(needsTranscript(asked({ form: pin }))).toBe(false);
		expect(await inFrame()).toBe(false);
	});

	test("after the end of an answer, though the load before is rendered only then and the title comes", async () => {
		expect(needs({ form: { intent: "ask" }, to: "http://localhost/chat?c=2" })).toBe(true);
		await revalidateFor("all", async () => expect(needsTranscript(asked())).toBe(true));
		// The title aborts that load, and whatever comes next aborts the title's.
		expect(await inFrame()).toBe(true);
		expect(await inFrame()).toBe(true);
		expect(needsTranscript(asked({ form: { intent: "ask" }, status: 409 }))).toBe(true);
		transcriptLoaded();
		expect(await inFrame()).toBe(false);
	});

	test("not for what was asked on a page that was left since", async () => {
		expect(needsTranscript(asked())).toBe(true);
		router.state.loaderData = {};
		transcriptLoaded();
		expect(await inFrame()).toBe(false);
	});

	test("again after a revalidation of the frame that failed or was overtaken by a whole one", async () => {
		const failed = revalidateFor("frame", () => Promise.reject(new Error("broken off")));
		await expect(failed).rejects.toThrow();
		expect(needs()).toBe(true);
		let end = () => {};
		const frame = revalidateFor("frame", () => new Promise<void>((resolve) => (end = resolve)));
		await revalidateFor("all", async () => expect(needs()).toBe(true));
		end();
		await frame;
	});
});
