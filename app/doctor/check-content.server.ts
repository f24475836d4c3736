import { join } from "node:path";
import type { Catalogue } from "../chat/providers/catalogue.server.ts";
import type { StoredModels } from "../chat/providers/models-file.server.ts";
import type { Config } from "../platform/config.server.ts";
import { broken, type Finding, fine, note } from "./finding.server.ts";

type Tell = (problem: string) => Finding;

/**
 * The files that an operator edits, as a start reads them, without starting: no database, no network.
 * @param stored the models that the screens have set, where the database has been read
 * @param tell how mistakes are told of models and of the plans that name them, on the screens and in files
 */
export async function checkContent(
	config: Config,
	stored: StoredModels | null = null,
	tell: { stored: Tell; file: Tell } = { stored: broken, file: broken },
): Promise<Finding[]> {
	const found = [
		fine(config.trial ? "Настройки читаются: пробный режим" : `Настройки читаются: сайт ${config.appUrl}`),
	];
	found.push(...(await attempt(() => checkPlans(config, stored, tell))));
	for (const check of [checkLegalDocuments, checkFaq, checkInstruction])
		found.push(...(await attempt(check)));
	// One file may disturb several of them.
	return [...new Map(found.map((finding) => [finding.text, finding])).values()];
}

/** @returns what the check says, or the problems, which stop a start unless they are told otherwise */
async function attempt(check: () => Promise<Finding[]>, tell: Tell = broken): Promise<Finding[]> {
	try {
		return await check();
	} catch (error) {
		const { problems, message } = error as { problems?: string[]; message: string };
		return (problems ?? [message]).map((problem) => tell(problem));
	}
}

async function checkPlans(
	config: Config,
	stored: StoredModels | null,
	tell: { stored: Tell; file: Tell },
): Promise<Finding[]> {
	const { arePlansStored, plans: plansInForce, readPlans } = await import("../billing/plans/plans.server.ts");
	const areStored = arePlansStored();
	const plans = areStored ? plansInForce() : readPlans(config.plansFile);
	const found = [fine(`Тарифы: ${areStored ? "заданы на экране" : config.plansFile}, их ${plans.length}`)];
	const { loadModels } = await import("../chat/providers/catalogue.server.ts");
	const { faqProvider } = await import("../chat/providers/faq-provider.server.ts");
	const { checkPlanModels } = await import("../chat/plan-models.server.ts");
	const { model } = config;
	// The names of its models would have to be asked for.
	if (model.baseUrl !== undefined && model.ids.length === 0)
		return [...found, note("Модели: MODELS не задан, сервер назовёт их при запуске")];
	const { describeLocal } = await import("../chat/providers/local-provider.server.ts");
	const { findOwnModel } = await import("../local-model/find-model-file.server.ts");
	const file = await findOwnModel(config);
	// Nothing is asked here.
	const local = file && describeLocal({ file, contextTokens: file.trainedTokens }, faqProvider);
	const load = async () => {
		const loaded = await loadModels({ ...model, autodetect: false }, { faq: faqProvider, local, stored });
		const ofPlans = async () => {
			checkPlanModels(loaded, plans);
			return [];
		};
		const unknown = await attempt(ofPlans, stored || areStored ? tell.stored : tell.file);
		return [...unknown, file ? fine(`Модель: в файле ${file.path}`) : named(loaded)];
	};
	return [...found, ...(await attempt(load, stored ? tell.stored : tell.file))];
}

const named = ({ source, models }: Catalogue): Finding =>
	source === "faq"
		? note("Модель: MODEL_BASE_URL не задан; без сервера моделей на этой машине отвечает справочник")
		: fine(`Модели: ${models.map(({ id }) => id).join(", ")}`);

async function checkLegalDocuments(): Promise<Finding[]> {
	const { missingDetails } = await import("../operator/details.server.ts");
	const { detailsInForce } = await import("../operator/service.server.ts");
	const { LEGAL_DOCUMENT_KINDS } = await import("../legal/legal-document.server.ts");
	const { readEditions } = await import("../legal/legal-documents.server.ts");
	for (const kind of LEGAL_DOCUMENT_KINDS) readEditions(join("content/legal", kind));
	const missing = missingDetails(detailsInForce());
	return [
		fine("Документы: content/legal читается"),
		missing.length > 0
			? note(
					`Документы: в content/operator.json или на экране «Реквизиты» не заполнено: ${missing.map(fieldOf).join(", ")}`,
				)
			: fine("Документы: реквизиты заполнены"),
	];
}

/** The name of a detail in the file. */
const fieldOf = (name: string) => (name === "operator.ids" ? "inn и ogrn" : name.replace(/^\w+\./, ""));

async function checkFaq(): Promise<Finding[]> {
	const { listPages } = await import("../knowledge/pages.server.ts");
	return [fine(`Вопросы и ответы: ${listPages().length}`)];
}

async function checkInstruction(): Promise<Finding[]> {
	const { readInstruction } = await import("../chat/context/instruction.server.ts");
	const length = readInstruction("content/instruction.md").length;
	return length > 0 ? [fine(`Инструкция модели: ${length} знаков`)] : [];
}
