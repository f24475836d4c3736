import type { Manner } from "../../platform/db/tables/chat.ts";

/** The instructions for an answer that is created anew in another manner: the old answer is not among the messages. */
export const MANNER_INSTRUCTIONS: Readonly<Record<Manner, string>> = {
	shorter:
		"На последний вопрос ответь заметно короче обычного: только главное, без вступления и без повторов.",
	simpler:
		"На последний вопрос ответь проще обычного: обычными словами, с объяснением каждого термина и с примером.",
};
