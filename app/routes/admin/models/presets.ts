/** Servers that many connect: what their forms begin with. */
export const PRESETS = {
	yandex: {
		title: "Yandex AI Studio",
		baseUrl: "https://ai.api.cloud.yandex.net/v1",
		api: "openai",
		abroad: false,
		usage: false,
	},
	gigachat: {
		title: "GigaChat",
		baseUrl: "https://gigachat.devices.sberbank.ru/api/v1",
		api: "gigachat",
		abroad: false,
		usage: false,
	},
	ollama: {
		title: "Ollama",
		baseUrl: "http://127.0.0.1:11434/v1",
		api: "openai",
		abroad: false,
		usage: true,
	},
	vllm: { title: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", api: "openai", abroad: false, usage: true },
	openrouter: {
		title: "OpenRouter",
		baseUrl: "https://openrouter.ai/api/v1",
		api: "openai",
		abroad: true,
		usage: true,
	},
	own: { title: "", baseUrl: "", api: "openai", abroad: true, usage: false },
} as const;

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];
