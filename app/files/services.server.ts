import { localModel } from "../local-model/services.server.ts";
import { config } from "../platform/config.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { Embeddings } from "./vectors/embeddings.server.ts";

/** The server of embeddings of this installation; null where there is none. */
export const embeddings = service<Embeddings | null>("embeddings");

/** Needs the local model. Opens nothing: the server is asked when there is something to ask. */
export function startFiles(): () => void {
	const { embeddings: settings } = config;
	const logged = {
		onFailure: (error: string) =>
			log.warn("Сервер векторов не отвечает: документы ищутся по словам", { error }),
		onRecovery: () => log.info("Сервер векторов снова отвечает"),
	};
	const own = localModel();
	const local = own?.embeddings && {
		model: own.embeddings.id,
		endpoint: () => own.supervisor.endpoint,
	};
	const server = local || settings;
	embeddings.provide(server ? new Embeddings(server, logged) : null);
	return () => embeddings.withdraw();
}
