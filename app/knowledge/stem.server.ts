// The Russian algorithm of Snowball, https://snowballstem.org/algorithms/russian/stemmer.html. Endings after
// `(?<=[ая])` count only after «а» or «я».
const GERUND = /(?:ившись|ывшись|ивши|ывши|ив|ыв|(?<=[ая])(?:вшись|вши|в))$/;
const REFLEXIVE = /с[яь]$/;
const ADJECTIVE = /(?:ими|ыми|его|ого|ему|ому|[еиыо]е|[еиыо]й|[еиыо]м|[иы]х|[уюео]ю|[ая]я)$/;
const PARTICIPLE = /(?:ивш|ывш|ующ|(?<=[ая])(?:ем|нн|вш|ющ|щ))$/;
const VERB =
	/(?:[еу]йте|[иы]ла|[иы]ли|[иы]ло|ена|ено|ены|ите|ует|уют|[иы]ть|ишь|[еу]й|[иы]л|[иы]м|[иы]т|ят|ен|ую|ю|(?<=[ая])(?:ете|йте|ешь|нно|ла|на|ли|ло|но|ет|ют|ны|ть|й|л|ем|н))$/;
const NOUN =
	/(?:иями|ями|ами|ией|иям|ием|иях|ев|ов|ие|ье|еи|ии|[ио]й|ей|ям|ем|ам|ом|ах|ях|ию|ью|ия|ья|[аеийоуыьюя])$/;
const SUPERLATIVE = /ейше?$/;
const TO_FIRST_VOWEL = /^.*?[аеиоуыэюя]/;
const TO_SECOND_SYLLABLE = /^.*?[аеиоуыэюя][^аеиоуыэюя].*?[аеиоуыэюя][^аеиоуыэюя]/;

/**
 * The stem of a Russian word: «сообщение», «сообщений», «сообщениям» → «сообщен». Words of other alphabets are
 * unchanged.
 * @param word in lower case
 */
export function stem(word: string): string {
	const plain = word.replaceAll("ё", "е");
	const head = TO_FIRST_VOWEL.exec(plain)?.[0];
	if (head === undefined) return plain;
	let rest = withoutEnding(plain.slice(head.length)).replace(/и$/, "");
	const second = TO_SECOND_SYLLABLE.exec(plain)?.[0].length ?? plain.length;
	if (/ость?$/.test(rest) && (head + rest).search(/ость?$/) >= second) rest = rest.replace(/ость?$/, "");
	return head + finish(rest);
}

function withoutEnding(rest: string): string {
	if (GERUND.test(rest)) return rest.replace(GERUND, "");
	const plain = rest.replace(REFLEXIVE, "");
	if (ADJECTIVE.test(plain)) return plain.replace(ADJECTIVE, "").replace(PARTICIPLE, "");
	if (VERB.test(plain)) return plain.replace(VERB, "");
	return plain.replace(NOUN, "");
}

function finish(rest: string): string {
	if (rest.endsWith("нн")) return rest.slice(0, -1);
	if (SUPERLATIVE.test(rest)) return rest.replace(SUPERLATIVE, "").replace(/нн$/, "н");
	return rest.replace(/ь$/, "");
}
