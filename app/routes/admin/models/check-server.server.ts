import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { openSecrets } from "../../../accounts/staff/setting-secrets.server.ts";
import { throttles } from "../../../accounts/throttle.server.ts";
import { readServers, serversAsCalled } from "../../../chat/providers/models-file.server.ts";
import { modelsText, serverKey } from "../../../chat/providers/stored/change-models.server.ts";
import { checkServer, type ServerCheck } from "../../../chat/providers/stored/check-server.server.ts";
import { isFileInForce, MODEL_SECRETS } from "../../../chat/providers/stored/stored-models.server.ts";
import { ConfigError, config, sessionSecret } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { redactAddress } from "../../../platform/redact.server.ts";
import { mayBeAt } from "../../../tools/address-guard.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, textOf } from "../confirm/prove.server.ts";
import { mayCheck } from "../settings/may-check.server.ts";
import { serversInForce } from "./load-models.server.ts";

/** The state of a check's page after the check. */
export type CheckState = AdminFormState & { checked?: ServerCheck };

/** Asks a server for its models and for one token. An entry of the journal; it takes a proof, as it uses the key. */
export async function check(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const values = { revision: textOf(form, "revision") };
	const written = serversInForce().find((one, place) => serverKey(one, place) === query.get("server"));
	if (!written) return notFound(pathname + search);
	const secret = sessionSecret(config);
	const refusal = await mayCheck(staff, form, asked, values, throttles.modelCheck(secret, staff.id));
	if (refusal) return refusal;
	await noteInJournal(db(), actorOf(staff, asked), {
		act: "server-checked",
		accountId: null,
		after: written.title ?? redactAddress(written.baseUrl),
	});
	// The operator's own file may name any address.
	const fromScreen = !isFileInForce();
	if (fromScreen && !mayBeAt(written.baseUrl, config.allowPrivateModels))
		return returned<CheckState>({ values, checked: refusedAddress }, 200);
	try {
		const keys = await openSecrets(db(), secret, MODEL_SECRETS, () => {});
		const guard = fromScreen ? { allowPrivate: config.allowPrivateModels } : undefined;
		const read = readServers("Модели", modelsText([written]));
		const [server] = serversAsCalled("Модели", read, config.model.idleTimeoutMs, undefined, { keys, guard });
		if (!server) return notFound(pathname + search);
		const model = written.models.find(({ off }) => !off) ?? written.models[0];
		return returned<CheckState>({ values, checked: await checkServer(server, model?.id) }, 200);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return returned({ values, problem: "models-refused", lock: error.problems[0] ?? "" }, 422);
	}
}

const refusedAddress: ServerCheck = {
	list: { failure: "refused-address", status: null, ms: 0 },
	models: [],
	answer: null,
};
