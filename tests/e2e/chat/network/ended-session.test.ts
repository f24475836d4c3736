import type { Page } from "playwright";
import { expect, test } from "vitest";
import { Person } from "../../../support/person.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { inTwoParts } from "../../support/two-parts.ts";
import { watchFor } from "../../support/watch-for.ts";
import { ask, type Credentials, enrol, lastAnswer, newPerson, openWindow } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });
const NEW_PASSWORD = "совсем другие слова";

/** Ends the sessions of somebody from another device, by a new password. */
async function endSessions({ email, password }: Credentials): Promise<void> {
	const elsewhere = new Person(world.instance, email);
	await elsewhere.post("/login", { email, password });
	await elsewhere.post("/change-password", { currentPassword: password, newPassword: NEW_PASSWORD });
}

/** Signs in on the page that asks for it. */
async function signInAgain(page: Page, { email }: Credentials): Promise<void> {
	await page.getByLabel("Электронная почта").fill(email);
	await page.getByLabel("Пароль", { exact: true }).fill(NEW_PASSWORD);
	await page.getByRole("button", { name: "Войти", exact: true }).click();
}

/** Without the browser's own remark about the stream that was not given to it any more. */
const withoutStream = (complaints: readonly string[]) =>
	complaints.filter((said) => !said.includes("EventSource's response"));

test("a session ended elsewhere in mid-answer: what has come stays, and the way back leads through signing in", async () => {
	const { page, context, complaints } = await openWindow(world);
	const person = newPerson();
	await enrol(page, person);
	await ask(page, "сценарий:slow:100:1000");
	await lastAnswer(page).getByText("Предложение номер 3 ").waitFor();
	const conversation = new URL(page.url());

	await endSessions(person);

	const notice = page.getByRole("alert");
	await notice.waitFor();
	expect((await notice.textContent())?.replace(/\s+/g, " ")).toBe("Сеанс закончился. Войдите ещё раз");
	expect(await lastAnswer(page).textContent()).toContain("Предложение номер 3 ");
	expect(page.url()).toBe(conversation.href);
	await notice.getByRole("link").click();
	await page.waitForURL("**/login?redirectTo=**");
	await signInAgain(page, person);
	await page.waitForURL(conversation.href);
	await lastAnswer(page).getByText("Предложение номер 3 ").waitFor();
	expect(withoutStream(complaints)).toEqual([]);
	await context.close();
});

test.each([{ ended: false }, { ended: true }])(
	"signed in again in another tab: the answer is followed to its end, also where it has come: $ended",
	async ({ ended }) => {
		const { page, context, complaints } = await openWindow(world);
		const person = newPerson();
		await enrol(page, person);
		const { scenario, goOn } = inTwoParts("Начало.", " Конец.");
		world.model.script(scenario);
		await ask(page, "Вопрос");
		await lastAnswer(page).getByText("Начало.").waitFor();
		await endSessions(person);
		const notice = page.getByRole("alert");
		await notice.waitFor();
		if (ended) goOn();

		const other = await context.newPage();
		await other.goto("/account");
		await signInAgain(other, person);
		await other.waitForURL("**/account");
		// No tab of a browser without a screen is ever hidden.
		await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
		await notice.waitFor({ state: "detached" });
		goOn();
		await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
		expect(await lastAnswer(page).locator(".prose").textContent()).toBe("Начало. Конец.");
		expect(await notice.count()).toBe(0);
		expect(withoutStream(complaints)).toEqual([]);
		await context.close();
	},
);

test("an answer that is copied after the session has ended is not the page that signs in", async () => {
	const { page, context, complaints } = await openWindow(world);
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	const person = newPerson();
	await enrol(page, person);
	await ask(page, "Вопрос");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await endSessions(person);
	await page.evaluate(() => navigator.clipboard.writeText("Прежнее"));
	const isRefused = await watchFor(page, ".snackbar", "Не удалось скопировать");
	await lastAnswer(page).locator("[data-shortcut=copy]").click();
	await isRefused();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Прежнее");
	expect(withoutStream(complaints)).toEqual([]);
	await context.close();
});
