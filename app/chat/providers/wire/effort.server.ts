/**
 * How a server is told how long to reason. `reasoning_effort`: OpenAI, DeepSeek, Ollama, vLLM and others;
 * `reasoning`: OpenRouter; `thinking`: Kimi, GLM; `enable_thinking`: Qwen on DashScope; `chat_template_kwargs`: vLLM,
 * SGLang and llama.cpp, whose templates take `enable_thinking`.
 */
export const EFFORT_PARAMS = [
	"reasoning_effort",
	"reasoning",
	"thinking",
	"enable_thinking",
	"chat_template_kwargs",
] as const;

export type EffortParam = (typeof EFFORT_PARAMS)[number];

/** How long to reason: the server's own word, and whether it is the longer one of two. */
export type Effort = { value: string; longer: boolean };

/** The fields of a request. Parameters that only switch reasoning on or off know no words. */
export function effortFields(param: EffortParam, effort: Effort | undefined): Record<string, unknown> {
	if (!effort) return {};
	const { value, longer } = effort;
	switch (param) {
		case "reasoning_effort":
			return { reasoning_effort: value };
		case "reasoning":
			return { reasoning: { effort: value } };
		case "thinking":
			return { thinking: { type: longer ? "enabled" : "disabled" } };
		case "enable_thinking":
			return { enable_thinking: longer };
		case "chat_template_kwargs":
			return { chat_template_kwargs: { enable_thinking: longer } };
	}
}

const NAMED: Record<EffortParam, RegExp> = {
	reasoning_effort: /reasoning[._ ]?effort/i,
	reasoning: /\breasoning\b/i,
	thinking: /\bthinking\b/i,
	enable_thinking: /enable_thinking/i,
	chat_template_kwargs: /chat_template_kwargs|enable_thinking/i,
};

/**
 * Whether a server refuses a request because of how long to reason.
 * @param body its explanation, parsed
 */
export function refusesEffort(param: EffortParam, status: number | undefined, body: unknown): boolean {
	if (status !== 400 && status !== 422) return false;
	const text = JSON.stringify(body);
	// DeepSeek says so of a message that lacks its reasoning, and names its mode.
	return NAMED[param].test(text) && !/reasoning_content/.test(text);
}
