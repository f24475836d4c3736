import { afterAll, afterEach, beforeAll } from "vitest";
import type { AccountSettings } from "../../../app/accounts/settings.server.ts";
import { beginOAuth } from "../../../app/accounts/yandex/begin-oauth.server.ts";
import { handleCallbackCode } from "../../../app/accounts/yandex/oauth-callback.server.ts";
import {
	CLIENT_ID,
	CLIENT_SECRET,
	type FakeYandex,
	startFakeYandex,
} from "../../support/fakes/fake-yandex.ts";
import { client, NOW, type World, world } from "../world.ts";

export const APP_URL = "https://chat.example.ru";
export const RETURN_TO = [`${APP_URL}/login/yandex/callback`, `${APP_URL}/suggest/token`];

/** A fake Yandex for the tests of a file; each begins with an untroubled one. */
export function withFakeYandex(): { yandex: FakeYandex } {
	const held = {} as { yandex: FakeYandex };
	let untroubled: FakeYandex["scripted"];
	beforeAll(async () => {
		held.yandex = await startFakeYandex(() => RETURN_TO);
		untroubled = { ...held.yandex.scripted };
	});
	afterEach(() => {
		Object.assign(held.yandex.scripted, untroubled);
	});
	afterAll(() => held.yandex?.stop());
	return held;
}

/** The world of the accounts with sign-in through the fake Yandex. */
export function yandexWorld(
	openTestDb: Parameters<typeof world>[0],
	yandex: FakeYandex,
	changed: Partial<AccountSettings> = {},
): Promise<World> {
	const application = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, timeoutMs: 60_000 };
	return world(openTestDb, {
		yandex: { ...application, oauthUrl: yandex.url, loginUrl: yandex.url },
		...changed,
	});
}

/** Goes to Yandex and returns with what it says. */
export async function goAndReturn(
	{ db, settings }: World,
	yandex: FakeYandex,
	redirectTo: string | null = null,
) {
	const begun = await beginOAuth(db, settings, { purpose: "sign-in", redirectTo }, client(), NOW);
	if (begun.outcome !== "begun") throw new Error(begun.outcome);
	return { stateToken: begun.stateToken, ...callbackParams(await yandex.follow(begun.address)) };
}

/** What Yandex has written into the address of the return. */
export function callbackParams(address: string) {
	const { searchParams: params } = new URL(address.replace("#", "?"));
	return { state: params.get("state"), code: params.get("code"), error: params.get("error") };
}

export type Return = Awaited<ReturnType<typeof goAndReturn>>;

/** What our callback does with a return. */
export const arrive = ({ db, settings }: World, back: Return, more = {}, now = NOW) =>
	handleCallbackCode(db, settings, { ...back, accountId: null, replaces: null, ...more }, client(), now);
