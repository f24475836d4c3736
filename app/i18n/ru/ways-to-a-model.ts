/** The three ways to a model, each with its command: for the console of a start, and for people who try the product. */
export const WAYS_TO_A_MODEL = [
	{
		text: "Модель можно скачать в файл (какую — docs/operator/model-in-a-file.md):",
		command: "npm run model -- get https://адрес/модель.gguf && npm start",
	},
	{ text: "Её может запускать Ollama на этой машине:", command: "ollama pull qwen3:4b && npm start" },
	{
		text: "Она может быть на сервере с интерфейсом OpenAI:",
		command: "MODEL_BASE_URL=https://адрес/v1 MODEL_API_KEY=ключ npm start",
	},
];
