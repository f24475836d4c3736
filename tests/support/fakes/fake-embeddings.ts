import { json, startHttpFake } from "./http-fake.ts";

/** Words of one meaning have one direction. */
const MEANINGS = ["квартир жиль дом", "деньг плат рубл", "собак пёс щен", "дожд погод снег"].map((words) =>
	words.split(" "),
);
const LENGTH = 64;

/** The server's behaviour in the next calls. */
export type EmbeddingsFault =
	| "none"
	| "500"
	| "hangs"
	| "no-vectors"
	| "refuses"
	| "refuses-long"
	| "refuses-all";
/** UTF-16 units that a model of little context takes. */
const LITTLE = 600;

/** A server of embeddings by OpenAI's interface: texts about the same thing are close, whatever their words are. */
export async function startFakeEmbeddings() {
	let fault: EmbeddingsFault = "none";
	const fake = await startHttpFake((request, response) => {
		const { input } = JSON.parse(request.body) as { input: string[] };
		if (fault === "hangs") return;
		if (fault === "500") return json(response, 500, { error: { message: "overloaded" } });
		if (fault === "no-vectors") return json(response, 200, { data: [] });
		if (
			fault === "refuses-all" ||
			(fault === "refuses" && input.some((text) => text.includes("негодное"))) ||
			(fault === "refuses-long" && input.some(({ length }) => length > LITTLE))
		)
			return json(response, 400, { error: { message: "too long" } });
		json(response, 200, {
			object: "list",
			// The order is the server's; `index` tells which text it was.
			data: input
				.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }))
				.toReversed(),
		});
	});
	return {
		...fake,
		url: `${fake.url}/v1`,
		/** The texts of each call so far. */
		inputs: () => fake.requests.map(({ body }) => (JSON.parse(body) as { input: string[] }).input),
		fail(next: EmbeddingsFault) {
			fault = next;
		},
	};
}

function vectorOf(text: string): number[] {
	const vector = Array.from({ length: LENGTH }, (_, i) => ((i * 37) % 11) / 100 - 0.05);
	for (const [i, words] of MEANINGS.entries())
		for (const word of words)
			if (text.toLowerCase().includes(word))
				for (let j = 0; j < 12; j++) vector[i * 12 + j] = (vector[i * 12 + j] ?? 0) + 1;
	return vector;
}
