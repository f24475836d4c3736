import {
	type Entry,
	filledWith,
	random,
	sparse,
	type Tensor,
	type TensorType,
	writeGguf,
	zeros,
} from "./write-gguf.ts";

/** The toy model's answer to everything. */
export const TOY_SENTENCE = "Здравствуйте! Я — учебная модель из одного файла: отвечаю всегда одинаково.";

/** A long answer, during which a test can do something. */
export const COUNTING = `Считаю: ${Array.from({ length: 900 }, (_, i) => i + 1).join(" ")}.`;

type Shape = {
	width: number;
	layers: number;
	inner: number;
	heads: number;
	kvHeads: number;
	context: number;
};

const TEMPLATE =
	"{% for m in messages %}{{ '<|' + m['role'] + '|>' + m['content'] + '</s>' }}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";
const ROLES = ["<|system|>", "<|user|>", "<|assistant|>"];
const END = 2;
const MEAN = 1;
const [NORMAL, UNKNOWN, CONTROL, BYTE] = [1, 2, 3, 6];

/**
 * Writes a small language model without training: after each word it says the next one, whatever it was asked. Real
 * llama.cpp runs it.
 * @param sentence its words differ
 * @param options.makesVectors instead: of a text, from which of its bytes and words there are
 */
export function writeToyModel(
	path: string,
	sentence = TOY_SENTENCE,
	{ context = 16_384, makesVectors = false } = {},
): void {
	const vocabulary = newVocabulary();
	const assistant = vocabulary.add(ROLES.at(-1) ?? "", CONTROL, ROLES.slice(0, -1));
	const words = (sentence.match(/\s*\S+/g) ?? []).map((word) => vocabulary.add(word, NORMAL));
	const size = vocabulary.tokens.length;
	const width = Math.ceil(size / 256) * 256;
	const shape: Shape = { width, layers: 1, inner: 32, heads: 4, kvHeads: 4, context };
	const follows = new Map([[assistant, words[0] ?? END]]);
	for (const [i, id] of words.entries()) follows.set(id, words[i + 1] ?? END);
	const tensors: Tensor[] = [
		{
			name: "token_embd.weight",
			shape: [width, size],
			type: "f32",
			fill: sparse((values) => {
				for (let i = 0; i < size; i++) values[i * width + i] = 1;
			}),
		},
		{ name: "output_norm.weight", shape: [width], type: "f32", fill: filledWith(1) },
		{
			name: "output.weight",
			shape: [width, size],
			type: "f32",
			fill: sparse((values) => {
				for (const [from, to] of follows) values[to * width + from] = 2;
			}),
		},
		...layerTensors(0, shape, "q8_0", zeros),
	];
	const entries = entriesOf("Учебная модель", shape, vocabulary);
	if (makesVectors) entries.push(["llama.pooling_type", "u32", MEAN]);
	writeGguf(path, entries, tensors);
}

/** Writes a model of the shape of a real one with random weights: as large and as slow, and it says nonsense. */
export function writeRandomModel(
	path: string,
	shape: Shape & { vocabulary: number },
	type: TensorType = "q4_0",
) {
	const vocabulary = newVocabulary();
	for (const role of ROLES) vocabulary.add(role, CONTROL);
	while (vocabulary.tokens.length < shape.vocabulary) vocabulary.add(`t${vocabulary.tokens.length}`, NORMAL);
	const { width, layers } = shape;
	writeGguf(path, entriesOf("random", shape, vocabulary), [
		{ name: "token_embd.weight", shape: [width, shape.vocabulary], type: "q8_0", fill: random },
		{ name: "output_norm.weight", shape: [width], type: "f32", fill: filledWith(1) },
		...Array.from({ length: layers }, (_, layer) => layerTensors(layer, shape, type, random)).flat(),
	]);
}

/** A vocabulary of bytes, as SentencePiece has it. */
function newVocabulary() {
	const tokens = ["<unk>", "<s>", "</s>"];
	const types = [UNKNOWN, CONTROL, CONTROL];
	for (let byte = 0; byte < 256; byte++) {
		tokens.push(`<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
		types.push(BYTE);
	}
	return {
		tokens,
		types,
		add(token: string, type: number, before: string[] = []): number {
			for (const one of [...before, token]) {
				tokens.push(one);
				types.push(type);
			}
			return tokens.length - 1;
		},
	};
}

function layerTensors(layer: number, shape: Shape, type: TensorType, fill: Tensor["fill"]): Tensor[] {
	const { width, inner, heads, kvHeads } = shape;
	const kv = (width / heads) * kvHeads;
	const weights: [string, number[]][] = [
		["attn_q", [width, width]],
		["attn_k", [width, kv]],
		["attn_v", [width, kv]],
		["attn_output", [width, width]],
		["ffn_gate", [width, inner]],
		["ffn_up", [width, inner]],
		["ffn_down", [inner, width]],
	];
	return [
		...weights.map(([name, shape]) => ({ name: `blk.${layer}.${name}.weight`, shape, type, fill })),
		...["attn_norm", "ffn_norm"].map((name) => ({
			name: `blk.${layer}.${name}.weight`,
			shape: [width],
			type: "f32" as const,
			fill: filledWith(1),
		})),
	];
}

function entriesOf(name: string, shape: Shape, { tokens, types }: ReturnType<typeof newVocabulary>): Entry[] {
	const head = shape.width / shape.heads;
	return [
		["general.architecture", "str", "llama"],
		["general.name", "str", name],
		["general.license", "str", "mit"],
		["llama.context_length", "u32", shape.context],
		["llama.embedding_length", "u32", shape.width],
		["llama.block_count", "u32", shape.layers],
		["llama.feed_forward_length", "u32", shape.inner],
		["llama.attention.head_count", "u32", shape.heads],
		["llama.attention.head_count_kv", "u32", shape.kvHeads],
		["llama.attention.key_length", "u32", head],
		["llama.attention.value_length", "u32", head],
		["llama.rope.dimension_count", "u32", head],
		["llama.attention.layer_norm_rms_epsilon", "f32", 1e-6],
		["llama.vocab_size", "u32", tokens.length],
		["tokenizer.ggml.model", "str", "llama"],
		["tokenizer.ggml.tokens", "str", tokens],
		["tokenizer.ggml.scores", "f32", tokens.map((_, i) => -i)],
		["tokenizer.ggml.token_type", "i32", types],
		["tokenizer.ggml.bos_token_id", "u32", 1],
		["tokenizer.ggml.eos_token_id", "u32", END],
		["tokenizer.ggml.unknown_token_id", "u32", 0],
		["tokenizer.chat_template", "str", TEMPLATE],
	];
}
