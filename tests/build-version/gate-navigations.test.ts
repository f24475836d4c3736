import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { type Gate, gateNavigations } from "../../app/build-version/gate-navigations.ts";

type Navigate = (
	go: () => Promise<never>,
	asked: { to: string | number; currentUrl: string },
) => Promise<void>;

/** A chat whose router writes down where it has gone, and where the page was loaded in full. */
function openChat(gate: Partial<Gate> = {}) {
	const done: string[] = [];
	const page = Object.assign(new EventTarget(), {
		location: { pathname: "/chat", search: "", hash: "" },
		history: { state: null },
	});
	const instrumentation = gateNavigations(
		{
			isOutdated: () => false,
			settle: async () => {},
			missingChunks: () => [],
			loadChunks: async () => {},
			reached: async () => true,
			reloadAt: (path) => done.push(`load ${path}`) > 0,
			onFailure: (error, path) => void done.push(`fail ${path}: ${error}`),
			current: () => "/chat",
			...gate,
		},
		page as unknown as Window,
	);
	let navigate: Navigate = async () => {};
	instrumentation.router?.({
		instrument: (given) => {
			navigate = given.navigate as Navigate;
		},
	});
	page.addEventListener("popstate", () => void done.push(`go ${page.location.pathname}`));
	return {
		done,
		to: (to: string | number) =>
			void navigate(async () => void done.push(`go ${to}`) as never, { to, currentUrl: "/chat" }),
		back: (pathname: string) => {
			page.location.pathname = pathname;
			page.dispatchEvent(new Event("popstate"));
		},
	};
}

// Only browsers have it.
vi.stubGlobal("PopStateEvent", Event);

const missing = {
	missingChunks: () => ["/assets/account.js"],
	loadChunks: () => Promise.reject(new TypeError("404")),
};

describe("S-4.2 S-4.3 a newer build", () => {
	test("none: navigations and steps go on", async () => {
		const tab = openChat();
		tab.to("/account");
		await wait(0);
		tab.back("/payment");
		expect(tab.done).toEqual(["go /account", "go /payment"]);
	});

	test("the target is loaded in full instead, whether by a press or by a step back", async () => {
		const tab = openChat({ isOutdated: () => true });
		tab.to("/account");
		tab.back("/payment");
		await wait(0);
		expect(tab.done.sort()).toEqual(["load /account", "load /payment"]);
	});

	test("only when there is somebody to load it from", async () => {
		let found = () => {};
		const reached = () =>
			new Promise<void>((resolve) => {
				found = resolve;
			});
		const tab = openChat({ reached, isOutdated: () => true });
		tab.to("/account");
		await wait(0);
		expect(tab.done).toEqual([]);
		found();
		await wait(0);
		expect(tab.done).toEqual(["load /account"]);
	});

	test("where the guard says no, the navigation simply completes, once", async () => {
		const tab = openChat({ isOutdated: () => true, reloadAt: () => false });
		tab.to("/account");
		await wait(0);
		tab.back("/payment");
		await wait(0);
		expect(tab.done).toEqual(["go /account", "go /payment"]);
	});
});

describe("S-8.3 a script that cannot be had", () => {
	test("its screen is loaded in full, before the framework knows of the navigation", async () => {
		const tab = openChat(missing);
		tab.to("/account");
		await wait(0);
		tab.back("/payment");
		await wait(0);
		expect(tab.done).toEqual(["load /account", "load /payment"]);
	});

	test("S-4.3 and again within ten seconds: the error is shown, nothing is reloaded", async () => {
		const tab = openChat({ ...missing, reloadAt: () => false });
		tab.to("/account");
		await wait(0);
		expect(tab.done).toEqual(["fail /account: TypeError: 404"]);
	});

	test("it is waited for, and a later press overtakes it", async () => {
		let loaded = () => {};
		const tab = openChat({
			missingChunks: (path) => (path === "/account" ? ["/assets/account.js"] : []),
			loadChunks: (urls) =>
				new Promise((resolve) => {
					if (urls.length > 0) loaded = resolve;
					else resolve();
				}),
		});
		tab.to("/account");
		await wait(0);
		expect(tab.done).toEqual([]);
		loaded();
		await wait(0);
		expect(tab.done).toEqual(["go /account"]);
		tab.to("/account");
		await wait(0);
		tab.to("/payment");
		await wait(0);
		loaded();
		await wait(0);
		expect(tab.done).toEqual(["go /account", "go /payment"]);
	});
});

test("S-4.5 a navigation begins when it has settled", async () => {
	let settled = () => {};
	const tab = openChat({
		settle: () =>
			new Promise((resolve) => {
				settled = resolve;
			}),
	});
	tab.to("/account");
	await wait(0);
	expect(tab.done).toEqual([]);
	settled();
	await wait(0);
	expect(tab.done).toEqual(["go /account"]);
});
