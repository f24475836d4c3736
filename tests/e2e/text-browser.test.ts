import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { ADVISED, Lynx } from "./support/lynx.ts";

// Text browsers send neither `Origin` nor `Sec-Fetch-Site`, show no picture and no `aria-label`, and run no script.
let instance: Instance;
let model: FakeModel;
let lynx: Lynx | undefined;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			// On a busy machine it takes longer to stop an answer than a model may be silent by default.
			MODEL_IDLE_TIMEOUT_MS: "600000",
		},
	});
});
afterEach(() => lynx?.quit());
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

const PASSWORD = "wrong horse at tea";
/** How its field shows it, which is wide enough for it. */
const STARS = "*".repeat(PASSWORD.length);

/**
 * Waits for words on one screen of a page that has several. The page may have come before the answer had ended, and a key
 * that is pressed while a page is still coming is lost.
 */
async function seeOn(screen: "first" | "last", words: string | RegExp): Promise<void> {
	let turn = 0;
	const expected = expect.poll(
		() => {
			turn++;
			if (turn % 10 === 0) lynx?.refresh();
			// Where a page that is to be asked for again says so.
			else lynx?.turnTo(turn % 10 === 9 ? "last" : screen);
			return lynx?.screen;
		},
		{ interval: 1_000 },
	);
	await (typeof words === "string" ? expected.toContain(words) : expected.toMatch(words));
}

test("registration, confirmation, a question and its answer, signing out and in again", async () => {
	lynx = new Lynx(`${instance.url}/registration`, ADVISED);
	await lynx.see("Пароль");
	expect(lynx.screen).not.toContain("Показать пароль");
	await lynx.fill("Электронная почта", "anna@example.ru");
	await lynx.fill("Пароль", PASSWORD, STARS);
	await lynx.press("Принимаю условия");
	await lynx.press("Даю согласие на");
	await lynx.press("Зарегистрироваться");
	await lynx.press("вот ссылка из него");
	await lynx.press("Подтвердить");
	await lynx.press("Начать чат");

	await lynx.see("Добр");
	await lynx.see(/^[^[]*\[1\]К полю сообщения/);
	// One way to attach files: what the stylesheet would hide is seen here.
	await lynx.see(/Прикрепить\s+Файл PDF/);
	// A screen comes in pieces.
	await lynx.see("Из моих документов");
	expect(lynx.screen.match(/Из моих документов/g)).toHaveLength(1);
	await lynx.fill("Сообщение", "How do I make tea?");
	await lynx.press("Отправить");
	await lynx.see(/Ваше сообщение\s+How do I make tea\?/);
	const answered = /Ответ Собеседника\s+Как заварить чай\s+Хороший чай.*Подробнее — в/s;
	await seeOn("first", answered);
	// Buttons that do nothing without script are not shown; the styles that would hide them are not read.
	expect(lynx.screen).not.toContain("Скопировать");
	// A button says its words, and no value of its own.
	await seeOn("last", "Полезный ответ");
	expect(lynx.screen).not.toMatch(/\b(up|down|shorter|simpler)\b/);
	// It is written until it is stopped.
	model.script("hang-midway");
	lynx.turnTo("last");
	await lynx.fill("Сообщение", "Tell me more");
	await lynx.press("Отправить");
	await lynx.press("Остановить");
	await seeOn("last", "Ответ прерван Вы остановили ответ.");

	lynx.turnTo("first");
	await lynx.press("Выйти");
	await lynx.see("Забыли пароль?");
	await lynx.fill("Электронная почта", "anna@example.ru");
	await lynx.fill("Пароль", PASSWORD, STARS);
	await lynx.press("Войти");
	await lynx.press("Заголовок от модели");
	await seeOn("first", answered);
});

test("one that says nothing of where it comes from is told so, and led back to the form", async () => {
	lynx = new Lynx(`${instance.url}/login?redirectTo=%2Fpayment`);
	await lynx.fill("Электронная почта", "anna@example.ru");
	await lynx.fill("Пароль", PASSWORD, STARS);
	await lynx.press("Войти");
	await lynx.see(/403\s+Форма не принята/);
	await lynx.see(ADVISED);
	await lynx.press("Вернуться к форме");
	// It is the address that was sent to, and this browser is not sure what is meant.
	await lynx.see("Resubmit POST content");
	lynx.type("n");
	await lynx.see("Забыли пароль?");
});

test("an address that leads nowhere says its code in figures", async () => {
	lynx = new Lynx(`${instance.url}/nowhere`);
	await lynx.see(/^\s*404$/m);
	await lynx.press("На главную");
	await lynx.see("Понимает с полуслова");
});
