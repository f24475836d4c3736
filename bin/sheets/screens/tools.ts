import type { Page } from "playwright";
import { calls } from "../../../tests/support/fakes/fake-model-scenarios.ts";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";
import { TOOLS_ANSWER, TOOLS_QUESTION } from "../words.ts";

const CODE = `const rate = 1450; // ₽ за м² в месяц
const area = 84;
for (const growth of [0.06, 0.09, 0.12])
	console.log(growth * 100 + " %: ", Math.round(rate * area * (1 + growth) ** 3));`;

const QUERY = "индексация аренды офиса инфляция";
const THOUGHT = "Нужна инфляция за прошлые годы и прогноз. Посчитаю три сценария.";

const PICTURE = { prompt: "Горы ночью, луна, место для текста сверху", name: "Афиша для лекции" };

const switchOn = async (page: Page) => {
	await page.goto("/chat");
	await page.locator(".composer-model:visible").click();
	await page.getByRole("menuitemradio", { name: /Вдумчивая/ }).click();
	await page.getByRole("switch", { name: "Поиск в интернете" }).check();
	await page.locator(".composer summary", { hasText: "Инструменты" }).click();
	for (const name of [/Создать встречу/, /Создание картинок/])
		await page.getByRole("switch", { name }).check();
};

const asked = (
	replies: (stage: Stage) => void,
	state: string,
	then: (page: Page, stage: Stage) => Promise<unknown> = async () => {},
): Screen => ({
	who: "anna",
	changes: true,
	open: async (page, stage) => {
		await switchOn(page);
		replies(stage);
		await page.getByLabel("Сообщение", { exact: true }).fill(TOOLS_QUESTION);
		await page.getByRole("button", { name: "Отправить" }).click();
		await page.locator(`article[data-state=${state}]`).waitFor();
		await then(page, stage);
	},
});

const searchAndCompute = ({ model }: Stage) => {
	model.script(calls(["search_web", { query: QUERY }], ["run_code", { code: CODE }]));
	model.script(async (reply) => {
		await reply.stream(TOOLS_ANSWER);
		reply.finish();
	});
};

export const TOOLS_SCREENS: Record<string, Screen> = {
	"chat-tools-menu": { who: "anna", open: switchOn },
	"chat-steps-folded": asked(searchAndCompute, "done"),
	"chat-steps": asked(searchAndCompute, "done", async (page) => {
		await page.getByText(/^Сделано 2 шага/).click();
		await page.getByText("Вычислено", { exact: true }).click();
		await page.locator(".chat-scroll").evaluate((scroll) => scroll.scrollTo({ top: 0, behavior: "instant" }));
	}),
	"chat-steps-live": asked(
		({ model, pagesUrl }) => {
			model.script(async (reply) => {
				await reply.stream(THOUGHT, 1, "reasoning_content");
				reply.call(["search_web", { query: QUERY }]);
			});
			model.script(calls(["read_page", { url: `${pagesUrl}/silent` }]));
		},
		"writing",
		async (page) => {
			await page.locator("[data-tool=read_page][data-state=started]").waitFor();
			await page.locator(".reasoning summary").first().click();
		},
	),
	"chat-steps-failed": asked(
		({ model, pagesUrl }) => {
			model.script(
				calls(
					["search_web", { query: QUERY }],
					["read_page", { url: `${pagesUrl}/gone` }],
					["read_page", { url: `${pagesUrl}/prices` }],
					["run_code", { code: "throw new Error('деление на ноль')" }],
					["absent__echo", { text: "да" }],
				),
			);
			model.script(async (reply) => {
				await reply.stream("Нашлись только общие данные: ставки за год выросли примерно на 8 % [1].");
				await reply.pause(60_000);
			});
		},
		"writing",
		async (page) => {
			await page.getByText("выросли примерно").waitFor();
			await page.getByRole("button", { name: "Остановить" }).click();
			await page.locator("article[data-state=stopped]").waitFor();
		},
	),
	"chat-reasoning": asked(
		({ model }) => model.script((reply) => reply.stream(THOUGHT, 1, "reasoning_content")),
		"writing",
		(page) =>
			page
				.getByText(/^Размышляет/)
				.first()
				.click(),
	),
	"chat-made": asked(
		({ model }) => {
			model.script(calls(["make_picture", PICTURE]));
			model.script(async (reply) => {
				await reply.stream("Место для текста оставлено сверху. Скажите, что изменить.");
				reply.finish();
			});
		},
		"done",
		(page) => page.locator("article img").last().waitFor(),
	),
	"chat-made-wait": asked(
		({ model, pictures }) => {
			pictures.fault("hangs");
			model.script(calls(["make_picture", PICTURE]));
		},
		"writing",
		async (page, { pictures }) => {
			await page
				.getByText(/^Рисую: /)
				.first()
				.waitFor();
			pictures.fault("none");
		},
	),
	"chat-consent": asked(({ model }) => {
		const meeting = { text: "Осмотр офиса на Ленинской, 14", start: "20 ноября, 11:00–11:30" };
		model.script(calls(["calendar__echo", meeting]));
	}, "waiting"),
};
