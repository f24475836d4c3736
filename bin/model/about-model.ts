import { formatBytes } from "../../app/local-model/download/format-bytes.server.ts";
import type { ModelFile } from "../../app/local-model/gguf/describe-model.server.ts";

const KINDS = { chat: "беседа", embeddings: "векторы для поиска", projector: "зрение для другой модели" };

/** The properties that a model's file states, in lines. */
export const aboutModel = (model: ModelFile): string[] => [
	`Модель: ${model.name ?? model.id} (${model.architecture || "архитектура не названа"}; ${KINDS[model.kind]})`,
	`Размер: ${formatBytes(model.bytes)}; контекст: ${model.trainedTokens || "не назван"}`,
	`Лицензия: ${licenseOf(model)}`,
];

export const licenseOf = ({ license }: ModelFile): string =>
	license ?? "в файле не названа, смотрите страницу модели";

export const kindOf = ({ kind }: ModelFile): string => KINDS[kind];
