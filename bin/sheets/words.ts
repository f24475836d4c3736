import type { FakeModel } from "../../tests/support/fakes/fake-model.ts";
import { inPieces } from "../../tests/support/fakes/fake-model-text.ts";

// The conversation of the drawings.
export const QUESTION =
	"Сравните ипотеку на 15, 20 и 25 лет: 6 млн ₽ под 6 % годовых. Покажите формулу и код, чтобы я могла пересчитать сама.";
export const TITLE = "Сравнение сроков ипотеки";
export const SECOND_QUESTION = "А если каждый месяц вносить на 10 тыс. ₽ больше?";
export const SECOND_ANSWER =
	"Тогда кредит на 20 лет закроется примерно за 14 лет, а переплата снизится до **2,9 млн ₽**.";

export const ANSWER = `## Сравнение сроков ипотеки

Чем длиннее срок, тем **ниже платёж, но выше переплата**. Между 15 и 25 годами платёж отличается на 12 тыс. ₽, а переплата — почти на 2,5 млн.

| Срок | Платёж в месяц | Переплата | Всего |
|---|---:|---:|---:|
| 15 лет | 50 631 ₽ | 3 113 654 ₽ | 9 113 654 ₽ |
| 20 лет | 42 986 ₽ | 4 316 607 ₽ | 10 316 607 ₽ |
| 25 лет | 38 658 ₽ | 5 597 425 ₽ | 11 597 425 ₽ |

### Формула

Аннуитетный платёж $A$ зависит от суммы $S$, месячной ставки $r$ и числа месяцев $n$:

$$A = S\\cdot\\frac{r}{1-(1+r)^{-n}},\\qquad r=\\frac{6\\,\\%}{12}=0{,}005$$

### Код для проверки

Запустите функцию \`payment()\` со своими числами:

\`\`\`python
def payment(amount: float, rate: float, years: int) -> float:
    """Аннуитетный платёж в месяц."""
    r = rate / 12  # месячная ставка
    n = years * 12  # число платежей
    return amount * r / (1 - (1 + r) ** -n)


for years in (15, 20, 25):
    p = payment(6_000_000, 0.06, years)
    print(f"{years} лет: {p:,.0f} ₽ в месяц")
\`\`\`

### Как выбрать срок

- Платёж не больше **35–40 %** дохода семьи — так останется запас.
- Берите срок с запасом и гасите досрочно: переплата уменьшится, а обязательный платёж останется небольшим.
- Сократить срок выгоднее, чем уменьшить платёж, если подушка безопасности уже есть.

> Расчёт не учитывает страховку и комиссии. Точную сумму смотрите в графике платежей из банка.
`;

/** The other conversations of the list, with how many days ago they were. */
export const OTHERS: [title: string, days: number][] = [
	["План обучения на год", 0],
	["Письмо поставщику о задержке", 0],
	["Запрос SQL: выручка по месяцам", 0],
	["Сценарий детского праздника", 1],
	["Чем заменить сливки в соусе", 1],
	["Подготовка к собеседованию аналитика", 9],
	["Разбор договора аренды: на что смотреть", 12],
	["Маршрут на три дня в Казани", 15],
	["Почему не растёт розмарин", 20],
];
export const PINNED = "План обучения на год";

/** The beginning of another answer to the second question. */
export const BEGINNING =
	"Если добавлять 10 тыс. ₽ к платежу 42 986 ₽, в первый же месяц в счёт основного долга уйдёт почти **23 тыс. ₽** вместо 13. Дальше проценты начисляются на меньший остаток, и срок";

// The conversation about documents, and what of them it cites.
export const DOCUMENTS_TITLE = "Договор аренды: что проверить";
export const DOCUMENTS_QUESTION = "Проверьте договор и смету. На что обратить внимание до подписания?";
export const INDEXATION = `Размер арендной платы может быть изменён
Арендодателем в одностороннем порядке не чаще одного раза в год;
индексация производится по уведомлению за 30 дней.`;
export const DEPOSIT = `Обеспечительный платёж возвращается в течение 60 дней
с даты подписания акта возврата помещения.`;
export const PIPES = "Замена стояков — за счёт собственника";
export const PICTURES_QUESTION = "Это доска после встречи и план этажа. Перенесите договорённости в таблицу.";

const DOCUMENTS_ANSWER = `Договор можно подписать, но три пункта стоит поправить до подписания.

- **Индексация.** Арендодатель вправе поднимать ставку раз в год на любую величину [⟨арендной платы⟩]. Предложите потолок: не выше инфляции за прошлый год.
- **Депозит.** Возвращается в течение 60 дней, срок начинается с подписания акта, а не с выезда [⟨платёж возвращается⟩].
- **Ремонт.** Капитальный ремонт сетей отнесён на арендатора [⟨арендной платы⟩][⟨стояков⟩], хотя в смете это расход собственника.

Остальные условия обычны для офиса такого размера.`;

const PICTURES_ANSWER = `Готово. На доске три договорённости, у двух есть срок:

| Что решили | Кто | Срок |
|---|---|---|
| Согласовать план этажа | Офис | 20 ноября |
| Заказать перегородки | Закупки | 27 ноября |
| Выбрать цвет стен | Офис | не указан |
`;

/** Puts the numbers of passages in place of the words that they have. */
const cite = (answer: string, asked: string) =>
	answer.replace(/⟨(.+?)⟩/g, (_, words: string) => {
		const passages = asked.matchAll(/<passage n="(\d+)"[^>]*>([^<]*)</g);
		return [...passages].find(([, , text]) => text?.includes(words))?.[1] ?? "?";
	});

export const TOOLS_QUESTION =
	"На сколько вырастет аренда за три года, если ставку индексируют по инфляции? Сверьте с рынком.";
export const TOOLS_ANSWER = `За три года аренда вырастет с 121 800 до **145–171 тыс. ₽ в месяц**, смотря какой будет инфляция.

| Индексация в год | Через три года | Рост |
|---|---:|---:|
| 6 % | 145 067 ₽ | 19 % |
| 9 % | 157 737 ₽ | 30 % |
| 12 % | 171 123 ₽ | 40 % |
`;

export const MODELS = [
	{ id: "main", title: "Основная", description: "Тексты, код, таблицы", sees: true },
	{ id: "fast", title: "Быстрая", description: "Короткие вопросы и черновики" },
	// The other drawings have no switches of tools.
	{
		id: "thoughtful",
		title: "Вдумчивая",
		description: "Сложные задачи",
		tools: true,
		effort: ["low", "high"],
	},
];

const ANSWERS: [question: string, answer: string][] = [
	[SECOND_QUESTION, SECOND_ANSWER],
	[DOCUMENTS_QUESTION, DOCUMENTS_ANSWER],
	[PICTURES_QUESTION, PICTURES_ANSWER],
];

/** The model gives the answers of the drawings. */
export function answerLikeTheDrawings(model: FakeModel): void {
	model.otherwise = async (reply) => {
		const asked = reply.question.messages.at(-1)?.content ?? "";
		const answer = ANSWERS.find(([question]) => asked.includes(question))?.[1] ?? ANSWER;
		await reply.stream(inPieces(cite(answer, asked)));
		reply.finish();
	};
}
