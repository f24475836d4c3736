import { planInForce } from "../../../billing/plans/plan-in-force.server.ts";
import { modelsOf } from "../../../chat/plan-models.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";

export type ModelOption = { id: string; title: string };

/**
 * The models of the person's plan, the present default first.
 * @returns also `first`: the id of the installation's own default
 */
export async function loadModels(
	accountId: string,
	preferred: string | null,
): Promise<{ models: ModelOption[]; first: string | undefined }> {
	const { catalogue } = chatServices();
	const { plan } = await planInForce(db(), accountId);
	const models = modelsOf(catalogue, plan, preferred).map(({ id, title }) => ({ id, title }));
	return { models, first: modelsOf(catalogue, plan)[0]?.id };
}
