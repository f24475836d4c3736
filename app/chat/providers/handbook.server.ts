// Temporary: replaced by the real one.
import type { Provider } from "./provider.ts";

export const handbookProvider: Provider = {
	async *stream() {
		yield { kind: "text", text: "Модель не подключена." };
		yield { kind: "end", finish: "stop" };
	},
};
