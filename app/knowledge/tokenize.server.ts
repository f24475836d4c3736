import { stem } from "./stem.server.ts";
import { plainWords } from "./words.server.ts";

/** Stop words. */
const COMMON = new Set(
	`а без бы быть в вам вас ваш ваша ваше ваши весь во вот все всё вы где да для до его ее её если есть еще ещё
	же за зачем здесь и из или им их к как какая какие какой ко когда кто куда ли либо лишь мне мной могу может
	можно мой моя моё мои мы на над надо нам нас наш не него нет но ну нужно о об один он она они оно от очень
	по под подскажите пожалуйста почему при про с сам сделать сейчас сколько скажите со так также там те то тогда тоже
	только тот ты у уже хочу чего чем через что чтобы эта эти это этого этот я`.split(/\s+/),
);

/** @param word in lower case */
export const isCommon = (word: string) => COMMON.has(word);

/** The stems of a text's words without the stop words. */
export function tokenize(text: string): string[] {
	return plainWords(text)
		.filter((word) => !COMMON.has(word))
		.map(stem);
}
