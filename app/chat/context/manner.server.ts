import type { Manner } from "../../platform/db/tables/chat.ts";

/** What the model reads when an answer is created anew in another manner: the old answer is not among its messages. */
export const MANNER_INSTRUCTIONS: Readonly<Record<Manner, string>> = {
	shorter:
		"На последний вопрос ответь заметно короче обычного: только главное, без вступления и без повторов.",
	simpler:
		"На последний вопрос ответь проще обычного: обычными словами, с объяснением каждого термина и с примером.",
};
