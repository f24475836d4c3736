import { data } from "react-router";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { clientOf } from "../../../accounts/http/client.server.ts";
import { sendOwnerCode } from "../../../accounts/password/prove-owner.server.ts";
import { hasSecondFactor } from "../../../accounts/second-factor/second-factor.server.ts";
import { KEY_UNREADABLE } from "../../../accounts/second-factor/second-proof.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { hasSteppedUp, stepUp } from "../../../accounts/staff/step-up.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type Account, type RouteArgs, sessionContext } from "../../../platform/http/context.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { log } from "../../../platform/log.server.ts";
import type { AdminFormState, ProofNeeded } from "./form-state.ts";

/** The person who proves to be there. */
type Prover = Pick<Account, "id" | "email">;
/** The proofs that the form of an act asks its actor for. `always`: a proof of a moment ago does not count. */
export async function proofNeeded(
	staff: Prover,
	{ context }: RouteArgs,
	always = false,
): Promise<ProofNeeded> {
	if (!always && (await hasSteppedUp(db(), context.get(sessionContext) ?? ""))) return null;
	const account = await findAccount(db(), staff.id);
	const secondStep = await hasSecondFactor(db(), staff.id);
	return { password: account?.hasPassword ?? true, secondStep, email: staff.email, always };
}

/** Proves the actor by the fields of a form. @returns the form with its problem; null: proved */
export async function prove(
	staff: Prover,
	form: FormData,
	asked: RouteArgs,
	values: AdminFormState["values"],
	always = false,
) {
	const sessionId = asked.context.get(sessionContext) ?? "";
	if (!always && (await hasSteppedUp(db(), sessionId))) return null;
	const proof = {
		currentPassword: textOf(form, "currentPassword"),
		code: textOf(form, "code"),
		appCode: textOf(form, "appCode"),
	};
	const own = { accountId: staff.id, sessionId };
	const client = clientOf(asked.request, asked.context);
	const proved = await stepUp(db(), accountSettings(), own, proof, client);
	switch (proved.outcome) {
		case "proved":
			return null;
		case "wrong-password":
			return returned({ values, errors: { currentPassword: "password-wrong" } });
		case "wrong-code":
			return returned({ values, errors: { code: "code-wrong" } });
		case "app-code-needed":
			return returned({ values, errors: { appCode: "app-code-needed" } });
		case "wrong-app-code":
			return returned({ values, errors: { appCode: "app-code-wrong" } });
		case "key-unreadable":
			log.error(KEY_UNREADABLE, { account: staff.id });
			return returned({ values, problem: "key-unreadable" }, 500);
		case "too-many-attempts":
			return tooMany(values, proved.retryAfterSeconds);
		case "busy":
			return returned({ values, problem: "busy" }, 503, { "Retry-After": "5" });
	}
}

/** Sends the code that an account without a password proves itself by. */
export async function sendCode(staff: Prover, values: AdminFormState["values"]) {
	const sent = await sendOwnerCode(db(), accountSettings(), staff);
	if (sent.outcome === "too-many-attempts") return tooMany(values, sent.retryAfterSeconds);
	return returned({ values, codeSent: { trialCode: sent.trialCode } }, 200);
}

/** The form again: not so often. */
export const tooMany = (values: AdminFormState["values"], seconds: number) =>
	returned({ values, problem: "too-many", minutes: Math.max(1, Math.ceil(seconds / 60)) }, 429, {
		"Retry-After": String(Math.ceil(seconds)),
	});

/** The form again. */
export const returned = <State extends AdminFormState = AdminFormState>(
	state: State,
	status = 400,
	headers: Record<string, string> = {},
) => data(state, { status, headers: { ...PRIVATE, ...headers } });

/** The text typed into a field. */
export function textOf(form: FormData, name: string): string {
	const value = form.get(name);
	return typeof value === "string" ? value : "";
}

/** The values of fields, without the spaces around them, and the revision that the form was made of. */
export const typedValues = <Name extends keyof Values>(form: FormData, names: readonly Name[]) =>
	Object.fromEntries(
		[...names, "revision" as const].map((name) => [name, textOf(form, name).trim()]),
	) as Partial<Record<Name | "revision", string>>;

type Values = NonNullable<AdminFormState["values"]>;
