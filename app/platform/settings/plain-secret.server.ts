import { isKeyValue, redactAddress, redactAddresses } from "../redact.server.ts";

const SECRET = /authorization|cookie|key|token|secret|password/i;

/** What a section says of a server: where it is, and with what it is asked; `{ env }` names a variable that has one. */
type Asked = {
	baseUrl?: string;
	authUrl?: string;
	url?: string;
	command?: readonly string[];
	headers?: Record<string, unknown>;
	env?: Record<string, unknown>;
};

/**
 * A value that looks like a secret and stands in the text itself, not in a variable: a header, a variable of a program,
 * a part of an address, an argument.
 * @returns its name; null: there is none
 */
export function plainSecretOf(servers: readonly Asked[]): string | null {
	for (const server of servers) {
		const name = namedValueOf(server) ?? addressOf(server) ?? argumentOf(server);
		if (name !== null) return name;
	}
	return null;
}

function namedValueOf({ headers = {}, env = {} }: Asked): string | null {
	const values = [...Object.entries(headers), ...Object.entries(env)];
	const isSecret = (name: string, value: unknown) =>
		typeof value === "string" && (SECRET.test(name) || redactAddresses(value) !== value);
	return values.find(([name, value]) => isSecret(name, value))?.[0] ?? null;
}

function addressOf({ baseUrl, authUrl, url }: Asked): string | null {
	const addresses = Object.entries({ baseUrl, authUrl, url });
	return addresses.find(([, address]) => address && redactAddress(address) !== address)?.[0] ?? null;
}

const argumentOf = ({ command = [] }: Asked): string | null =>
	command.some((argument, i) => isSecretArgument(argument, command[i + 1])) ? "command" : null;

/** What a program is given a key by: `--api-key=…`, `--token …`, `KEY=…`, a header, an address. `$KEY` is a name. */
function isSecretArgument(argument: string, next = "-"): boolean {
	if (redactAddresses(argument) !== argument || isKeyValue("", argument)) return true;
	if (/\b(Bearer|Basic)\s+[^\s$]/i.test(argument)) return true;
	const [, name = "", value = ""] = /^-{0,2}([\w.-]+)\s*[=:]\s*(.*)$/s.exec(argument) ?? [];
	if (name !== "") return !/^((Bearer|Basic)\s+)?\$/i.test(value) && isKeyValue(name, value);
	return /^--?[A-Za-z]/.test(argument) && !/^[-$]/.test(next) && isKeyValue(argument, next);
}
