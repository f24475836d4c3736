import * as v from "valibot";
import type { GigaChatSettings } from "../chat/providers/gigachat/gigachat.server.ts";
import { ProviderError } from "../chat/providers/provider.server.ts";
import type { Config } from "../platform/config.server.ts";
import { type Answered, askServer, whyNot } from "./ask-server.server.ts";
import { broken, type Finding, fine, note } from "./finding.server.ts";
import { type ModelServer, modelServers } from "./model-servers.server.ts";

const DAY = 86_400_000;
/** Programs that renew certificates do it a month before the end, so fewer days mean that one has failed. */
const CERTIFICATE_SOON_MS = 14 * DAY;
/** Codes of a second step are taken for half a minute around their time. */
const CLOCK_MS = 20_000;

/** One server outside, as it is asked: what it answered, what that means. */
export type Asked = { name: string; answered: Answered | string; findings: Finding[] };

/**
 * Asks each server that the settings name for something that costs nothing: models, gateway, the site itself. From
 * their answers also come the ends of certificates and the difference of clocks.
 * @param servers the model servers
 */
export async function checkOutside(
	config: Config,
	servers: readonly ModelServer[] = modelServers(config.model),
): Promise<Finding[]> {
	const asked = await Promise.all([
		...servers.map(askModelServer),
		...(config.embeddings ? [askEmbeddings(config.embeddings)] : []),
		...(config.payments === "yookassa" && config.yookassa ? [askYookassa(config.yookassa, config)] : []),
		...(config.trial ? [] : [askSite(config.appUrl)]),
	]);
	return [
		...asked.flatMap(({ findings }) => findings),
		...asked.flatMap(({ name, answered }) =>
			typeof answered === "string" ? [] : checkCertificate(name, answered),
		),
		...checkClock(asked),
	];
}

const under = (baseUrl: string, path: string) => {
	const url = new URL(baseUrl);
	url.pathname = url.pathname.replace(/\/+$/, "") + path;
	return url;
};

const Models = v.object({ data: v.array(v.object({ id: v.string() })) });

/** Asks a model server for the list of its models, which costs nothing. */
export async function askModelServer({ settings, names, gigachat }: ModelServer): Promise<Asked> {
	const { baseUrl, headers, ca, guard } = settings;
	const apiKey = gigachat ? await askForToken(gigachat) : settings.apiKey;
	if (typeof apiKey === "object") return apiKey;
	const url = under(baseUrl, "/models");
	const name = `Модель: сервер ${url.host}`;
	const answered = await askServer(url, {
		headers: { Accept: "application/json", ...(apiKey && { Authorization: `Bearer ${apiKey}` }), ...headers },
		ca,
		guard,
	});
	return { name, answered, findings: judgeModelServer(name, answered, names) };
}

/** A token of GigaChat, or why there is none. */
async function askForToken(gigachat: GigaChatSettings): Promise<string | Asked> {
	const name = `GigaChat: сервер токенов ${new URL(gigachat.authUrl).host}`;
	const { accessTokenOf } = await import("../chat/providers/gigachat/gigachat.server.ts");
	try {
		return await accessTokenOf(gigachat).get();
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error;
		const { code, status, detail } = error;
		const why =
			code === "refused"
				? `не принимает ключ авторизации или GIGACHAT_SCOPE (код ${status})`
				: status === undefined
					? whyNot(detail)
					: `отвечает кодом ${status}`;
		return { name, answered: why, findings: [broken(`${name}: ${why}`)] };
	}
}

function judgeModelServer(name: string, answered: Answered | string, names: readonly string[]): Finding[] {
	const trouble = troubleWith(name, answered);
	if (trouble || typeof answered === "string") return trouble ?? [];
	if (answered.status >= 300)
		return [fine(`${name} отвечает (списка моделей у него нет, код ${answered.status})`)];
	const list = v.safeParse(Models, parse(answered.body));
	if (!list.success) return [fine(`${name} отвечает`)];
	const listed = new Set(list.output.data.map(({ id }) => id));
	const missing = names.filter((model) => !listed.has(model));
	return [
		fine(`${name} отвечает и принимает ключ, моделей у него ${listed.size}`),
		...(missing.length > 0
			? [note(`${name}: в его списке нет ${missing.join(", ")}; проверьте: npm run doctor -- model`)]
			: []),
	];
}

async function askEmbeddings({ baseUrl, apiKey }: NonNullable<Config["embeddings"]>): Promise<Asked> {
	const url = under(baseUrl, "/models");
	const name = `Поиск по смыслу: сервер ${url.host}`;
	const answered = await askServer(url, { headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {} });
	return { name, answered, findings: troubleWith(name, answered) ?? [fine(`${name} отвечает`)] };
}

const Shop = v.object({
	status: v.optional(v.string()),
	test: v.optional(v.boolean()),
	fiscalization: v.optional(v.object({ enabled: v.optional(v.boolean()) })),
});

/** Asks the gateway about the shop, or about its last payment. */
export async function askYookassa(
	{ shopId, secretKey, apiUrl }: NonNullable<Config["yookassa"]>,
	{ trial, receipts }: Pick<Config, "trial" | "receipts">,
): Promise<Asked> {
	const name = "Платежи: ЮKassa";
	const headers = { Authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}` };
	let answered = await askServer(under(apiUrl, "/me"), { headers });
	// Not every shop may ask about itself; each may read its payments.
	if (typeof answered !== "string" && (answered.status === 403 || answered.status === 404))
		answered = await askServer(new URL("?limit=1", under(apiUrl, "/payments")), { headers });
	const trouble = troubleWith(name, answered);
	if (trouble || typeof answered === "string") return { name, answered, findings: trouble ?? [] };
	const shop = v.safeParse(Shop, parse(answered.body));
	const { status, test, fiscalization } = shop.success ? shop.output : {};
	const findings: Finding[] = [
		status === "disabled"
			? broken(`${name}: магазин ${shopId} выключен`)
			: fine(`${name}: ключи магазина ${shopId} подходят`),
	];
	if (test && !trial)
		findings.push(broken(`${name}: это ключ тестового магазина, такие оплаты здесь не засчитываются`));
	if (fiscalization?.enabled === true && !receipts)
		findings.push(
			broken(`${name}: в магазине включены чеки, а RECEIPT_VAT_CODE не задан: оплату он не примет`),
		);
	return { name, answered, findings };
}

/** Asks the site itself, through its proxy. */
export async function askSite(appUrl: string): Promise<Asked> {
	const name = `Сайт ${appUrl}`;
	const answered = await askServer(new URL("/health", appUrl));
	return { name, answered, findings: judgeSite(name, answered) };
}

/** @param answered to `/health` through the proxy */
function judgeSite(name: string, answered: Answered | string): Finding[] {
	if (typeof answered === "string") return [broken(`${name}: снаружи не открывается, ${answered}`)];
	if (answered.status === 200 && answered.body.includes('"status"')) return [fine(`${name} открывается`)];
	if (answered.status === 421) return [broken(`${name}: прокси меняет Host, сервер отвечает 421`)];
	return [broken(`${name}: /health отвечает кодом ${answered.status}`)];
}

/** @returns null where the server answers and lets us in */
function troubleWith(name: string, answered: Answered | string): Finding[] | null {
	if (typeof answered === "string") return [broken(`${name}: ${answered}`)];
	const { status } = answered;
	if (status === 401 || status === 403) return [broken(`${name} не принимает ключ (код ${status})`)];
	if (status === 429) return [note(`${name} просит подождать (код 429)`)];
	return status >= 500 ? [broken(`${name} отвечает кодом ${status}`)] : null;
}

/** How many days a certificate has left, where it ends soon; null: later, or none was shown. */
export function endsSoonIn(answered: Answered | string, now: number): number | null {
	if (typeof answered === "string" || answered.certificateEnds === undefined) return null;
	const left = answered.certificateEnds - now;
	return left < CERTIFICATE_SOON_MS ? Math.floor(left / DAY) : null;
}

function checkCertificate(name: string, answered: Answered, now = Date.now()): Finding[] {
	if (answered.certificateEnds === undefined) return [];
	const days = Math.floor((answered.certificateEnds - now) / DAY);
	const text = `${name}: сертификат действует ещё ${days} дн.`;
	return [endsSoonIn(answered, now) === null ? fine(text) : broken(`${text}; почему он не обновился?`)];
}

/** The clock of this machine, compared with those of the servers that were asked. */
export function checkClock(asked: readonly Pick<Asked, "name" | "answered">[]): Finding[] {
	const differences = asked.flatMap(({ answered }) =>
		typeof answered === "string" || answered.clockMs === undefined ? [] : [answered.clockMs],
	);
	if (differences.length === 0) return [];
	// One wrong clock outside is not ours.
	const least = differences.reduce((a, b) => (Math.abs(a) < Math.abs(b) ? a : b));
	if (Math.abs(least) < CLOCK_MS) return [fine("Часы этой машины идут верно")];
	const seconds = Math.round(Math.abs(least) / 1_000);
	return [
		broken(
			`Часы этой машины ${least > 0 ? "отстают" : "спешат"} на ${seconds} с: коды второго шага входа не подойдут. Включите NTP (timedatectl set-ntp true)`,
		),
	];
}

function parse(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
