import { readModelsFile } from "../chat/providers/models-file.server.ts";
import { type Config, ConfigError } from "../platform/config.server.ts";
import { type Finding, fine, note } from "./finding.server.ts";

/** Names the models that take pictures: nothing else tells why a question with one is refused. */
export function checkPictures({ model }: Pick<Config, "model">): Finding[] {
	if (model.baseUrl)
		return model.sees
			? [fine("Картинки: модели из MODEL_BASE_URL их видят (MODEL_SEES=1)")]
			: [note("Картинки: MODEL_SEES не задан, вопросы с картинками не принимаются")];
	if (!model.file) return [];
	const seeing = seeingIn(model.file, model.idleTimeoutMs);
	if (!seeing) return [];
	return seeing.length > 0
		? [fine(`Картинки: их видят ${seeing.map((title) => `«${title}»`).join(", ")}`)]
		: [note("Картинки: ни одна модель в MODELS_FILE их не видит (sees), вопросы с ними не принимаются")];
}

/** The titles of the models that see; undefined for a file that cannot be read, which the check of models says. */
function seeingIn(file: string, idleTimeoutMs: number): string[] | undefined {
	try {
		return readModelsFile(file, idleTimeoutMs).flatMap(({ sees, title }) => (sees ? title : []));
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return undefined;
	}
}
