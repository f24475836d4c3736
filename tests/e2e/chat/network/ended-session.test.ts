import { expect, test } from "vitest";
import { Person } from "../../../support/person.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { ask, enrol, lastAnswer, newPerson, openWindow } from "../../support/world.ts";

const world = setUpWorld();

test("a session ended elsewhere in mid-answer: what has come stays, and the way back leads through signing in", async () => {
	const { page, context, complaints } = await openWindow(world);
	const person = newPerson();
	await enrol(page, person);
	await ask(page, "сценарий:slow:100:1000");
	await lastAnswer(page).getByText("Предложение номер 3 ").waitFor();
	const conversation = new URL(page.url());

	const elsewhere = new Person(world.instance, person.email);
	await elsewhere.post("/login", { email: person.email, password: person.password });
	await elsewhere.post("/change-password", {
		currentPassword: person.password,
		newPassword: "совсем другие слова",
	});

	const notice = page.getByRole("alert");
	await notice.waitFor();
	expect((await notice.textContent())?.replace(/\s+/g, " ")).toBe("Сеанс закончился. Войдите ещё раз");
	expect(await lastAnswer(page).textContent()).toContain("Предложение номер 3 ");
	expect(page.url()).toBe(conversation.href);
	await notice.getByRole("link").click();
	await page.waitForURL("**/login?redirectTo=**");
	await page.getByLabel("Электронная почта").fill(person.email);
	await page.getByLabel("Пароль", { exact: true }).fill("совсем другие слова");
	await page.getByRole("button", { name: "Войти", exact: true }).click();
	await page.waitForURL(conversation.href);
	await lastAnswer(page).getByText("Предложение номер 3 ").waitFor();
	// The browser's own remark about the stream that was not given to it any more.
	expect(complaints.filter((said) => !said.includes("EventSource's response"))).toEqual([]);
	await context.close();
});
