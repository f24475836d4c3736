import { href } from "react-router";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { hasSecondFactor } from "../../../accounts/second-factor/second-factor.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { answersComeFrom } from "../../../chat/services.server.ts";
import { missingDetails } from "../../../operator/details.server.ts";
import { detailsInForce } from "../../../operator/service.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Try } from "./try.server.ts";

type StepName = "owner" | "model" | "address" | "mail" | "secret" | "details" | "backups" | "payments";

/** A step of the list: whether it is done, and what can be tried of it. */
export type Step = {
	name: StepName;
	isDone: boolean;
	/** For its sentence. */
	values: { name: string; url: string; number: number };
	/** The lines of the environment that do it. */
	settings?: string;
	/** What the gateway's cabinet is told: where payments are reported to, and which events. */
	webhook?: { address: string; events: string; isHttps: boolean };
	tries?: Try;
	/** The screen where it is done, or looked after. */
	screen?: "totp" | "details" | "state";
};

/** The list of the first run, by what the settings say now. Nobody outside is asked. */
export async function loadStart({ id }: Staff) {
	const { source, title } = answersComeFrom();
	const missing = missingDetails(detailsInForce()).length;
	const gateway = paymentContext()?.gateway.name ?? null;
	const values = { name: title, url: config.appUrl, number: missing };
	const steps: Step[] = [
		{ name: "owner", isDone: await hasSecondFactor(db(), id), values, screen: "totp" },
		{
			name: "model",
			isDone: source !== "faq",
			values,
			settings: "MODEL_BASE_URL=https://…/v1\nMODEL_API_KEY=…\nMODELS=…",
			tries: "answer",
		},
		{
			name: "address",
			isDone: config.appUrl.startsWith("https:"),
			values,
			settings: "APP_URL=https://chat.example.ru\nTRUST_PROXY=1",
		},
		{
			name: "mail",
			isDone: Boolean(config.mail.smtpUrl),
			values,
			settings: 'SMTP_URL=smtps://user:…@mail.example.ru\nMAIL_FROM="… <robot@example.ru>"',
			tries: "email",
		},
		{
			name: "secret",
			isDone: Boolean(config.sessionSecret),
			values,
			settings: "SESSION_SECRET=$(openssl rand -base64 32)",
		},
		{ name: "details", isDone: missing === 0, values, screen: "details" },
		{
			name: "backups",
			isDone: config.backup.dir !== null,
			values,
			settings: "BACKUP_DIR=…",
			screen: "state",
		},
		{
			name: "payments",
			isDone: gateway === "yookassa",
			values,
			settings: "YOOKASSA_SHOP_ID=…\nYOOKASSA_SECRET_KEY=…\nRECEIPT_VAT_CODE=…",
			webhook: {
				address: `${config.appUrl}${href("/payment/notification")}`,
				events: "payment.succeeded, payment.canceled, refund.succeeded",
				isHttps: config.appUrl.startsWith("https:"),
			},
			...(gateway && { tries: "payment" as const }),
		},
	];
	return { steps, isTrial: config.trial, gateway };
}

export type LoadedStart = Awaited<ReturnType<typeof loadStart>>;
